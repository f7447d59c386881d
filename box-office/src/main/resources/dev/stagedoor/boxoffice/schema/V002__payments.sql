-- Payments. Money is whole minor units of its currency. What is added to tables of before has a
-- default, so that a service of before, which may still run, goes on selling for nothing.

ALTER TABLE boxoffice.events
  ADD COLUMN price_minor  bigint   NOT NULL DEFAULT 0,
  ADD COLUMN currency     char(3)  NOT NULL DEFAULT 'EUR',
  ADD CONSTRAINT events_price CHECK (price_minor BETWEEN 0 AND 1000000000000),
  ADD CONSTRAINT events_currency CHECK (currency ~ '^[A-Z]{3}$');

-- The states are those of OrderState; only OrderTransition moves an order.
ALTER TABLE boxoffice.orders
  ADD COLUMN state         text     NOT NULL DEFAULT 'confirmed',
  ADD COLUMN amount_minor  bigint   NOT NULL DEFAULT 0,
  ADD COLUMN currency      char(3)  NOT NULL DEFAULT 'EUR',
  ADD CONSTRAINT orders_state CHECK (
    state IN ('placed', 'confirmed', 'paid', 'declined', 'cancelled', 'refunded')),
  ADD CONSTRAINT orders_amount CHECK (amount_minor BETWEEN 0 AND 1000000000000),
  ADD CONSTRAINT orders_currency CHECK (currency ~ '^[A-Z]{3}$'),
  -- what a payment refers to, so that it cannot be of another amount than its order
  ADD CONSTRAINT orders_price UNIQUE (id, amount_minor, currency);

-- A ticket stays with its order for ever; once released it holds no seat and opens no door.
ALTER TABLE boxoffice.tickets
  ADD COLUMN released_at timestamptz,
  DROP CONSTRAINT tickets_seat_sold_once;
CREATE UNIQUE INDEX tickets_seat_sold_once ON boxoffice.tickets (event_id, seat)
  WHERE released_at IS NULL;

-- The intent to capture: one an order. 'capturing' from before the first request to Payrail, so
-- that from then on nobody takes it for one that was never asked for.
CREATE TABLE boxoffice.payments (
  id               bigint       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id         bigint       NOT NULL,
  amount_minor     bigint       NOT NULL,
  currency         char(3)      NOT NULL,
  -- kept for as long as it may be needed
  token            text,
  state            text         NOT NULL DEFAULT 'requested',
  captured_minor   bigint       NOT NULL DEFAULT 0,
  -- given back, or asked for and not refused
  refunding_minor  bigint       NOT NULL DEFAULT 0,
  refunded_minor   bigint       NOT NULL DEFAULT 0,
  -- what Payrail calls the capture
  reference        text,
  -- why Payrail declined it
  reason           text,
  created_at       timestamptz  NOT NULL DEFAULT now(),
  settled_at       timestamptz,
  CONSTRAINT payments_order FOREIGN KEY (order_id, amount_minor, currency)
    REFERENCES boxoffice.orders (id, amount_minor, currency),
  CONSTRAINT payments_one_an_order UNIQUE (order_id),
  CONSTRAINT payments_amount CHECK (amount_minor >= 1),
  CONSTRAINT payments_state CHECK (
    state IN ('requested', 'capturing', 'captured', 'declined', 'cancelled')),
  CONSTRAINT payments_captured CHECK (
    captured_minor = CASE state WHEN 'captured' THEN amount_minor ELSE 0 END),
  CONSTRAINT payments_refunded CHECK (
    0 <= refunded_minor AND refunded_minor <= refunding_minor
    AND refunding_minor <= captured_minor),
  CONSTRAINT payments_reference CHECK ((state = 'captured') = (reference IS NOT NULL)),
  CONSTRAINT payments_reason CHECK ((state = 'declined') = (reason IS NOT NULL)),
  CONSTRAINT payments_token CHECK (
    (state IN ('requested', 'capturing')) = (token IS NOT NULL)),
  CONSTRAINT payments_settled CHECK (
    (state IN ('requested', 'capturing')) = (settled_at IS NULL))
);

-- The intent to give money back: as many as are asked for. What they may come to together is held
-- by payments_refunded, under the payment's lock.
CREATE TABLE boxoffice.refunds (
  id            bigint       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id     uuid         NOT NULL DEFAULT gen_random_uuid(),
  payment_id    bigint       NOT NULL REFERENCES boxoffice.payments,
  amount_minor  bigint       NOT NULL,
  -- why it was asked for
  reason        text         NOT NULL,
  state         text         NOT NULL DEFAULT 'requested',
  -- what Payrail calls it
  reference     text,
  -- why Payrail refused it
  refusal       text,
  created_at    timestamptz  NOT NULL DEFAULT now(),
  settled_at    timestamptz,
  CONSTRAINT refunds_public_id UNIQUE (public_id),
  CONSTRAINT refunds_amount CHECK (amount_minor >= 1),
  CONSTRAINT refunds_state CHECK (state IN ('requested', 'refunded', 'refused')),
  CONSTRAINT refunds_reference CHECK ((state = 'refunded') = (reference IS NOT NULL)),
  CONSTRAINT refunds_refusal CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CONSTRAINT refunds_settled CHECK ((state = 'requested') = (settled_at IS NULL))
);
CREATE INDEX refunds_payment ON boxoffice.refunds (payment_id);
