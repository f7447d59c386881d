-- The box office's own tables. All times are timestamptz and the database's own.

CREATE TABLE boxoffice.events (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title       text        NOT NULL,
  organizer   text        NOT NULL,
  starts_at   timestamptz NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);

-- The organizer's sales counter: one row an event, written by update_sales_counter only.
CREATE TABLE boxoffice.event_sales (
  event_id      bigint  PRIMARY KEY REFERENCES boxoffice.events,
  tickets_sold  bigint  NOT NULL DEFAULT 0,
  CONSTRAINT event_sales_not_negative CHECK (tickets_sold >= 0)
);

CREATE TABLE boxoffice.seats (
  event_id  bigint   NOT NULL REFERENCES boxoffice.events,
  seat      text     NOT NULL,
  position  integer  NOT NULL,
  PRIMARY KEY (event_id, seat)
);

-- An order and its tickets are written once, together, and its tickets never change in number.
CREATE TABLE boxoffice.orders (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id    uuid        NOT NULL DEFAULT gen_random_uuid(),
  event_id     bigint      NOT NULL REFERENCES boxoffice.events,
  buyer_name   text        NOT NULL,
  buyer_email  text        NOT NULL,
  request_id   text        NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT orders_public_id UNIQUE (public_id)
);
CREATE INDEX orders_event ON boxoffice.orders (event_id);

CREATE TABLE boxoffice.tickets (
  id        bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id  bigint  NOT NULL REFERENCES boxoffice.orders,
  event_id  bigint  NOT NULL,
  seat      text    NOT NULL,
  -- what the QR code holds and the door reads
  code      uuid    NOT NULL DEFAULT gen_random_uuid(),
  -- null until the PDF is stored: the state that render_tickets reaches
  pdf_key   text,
  CONSTRAINT tickets_code UNIQUE (code),
  -- decides between two orders for one seat: whoever commits first has it
  CONSTRAINT tickets_seat_sold_once UNIQUE (event_id, seat),
  CONSTRAINT tickets_seat_exists FOREIGN KEY (event_id, seat) REFERENCES boxoffice.seats
);
CREATE INDEX tickets_order ON boxoffice.tickets (order_id);

-- The email left the process and has no column to read, so the effect has a row: decides which run
-- owns the send.
CREATE TABLE boxoffice.email_sends (
  order_id    bigint      NOT NULL REFERENCES boxoffice.orders,
  kind        text        NOT NULL,
  claimed_at  timestamptz NOT NULL,
  sent_at     timestamptz,
  CONSTRAINT email_sends_once UNIQUE (order_id, kind)
);

-- What was answered to a client's Idempotency-Key; written in the transaction of what it answers.
CREATE TABLE boxoffice.idempotency_keys (
  client       text        NOT NULL,
  key          text        NOT NULL,
  fingerprint  bytea       NOT NULL,
  status       integer     NOT NULL,
  location     text        NOT NULL,
  body         text        NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client, key)
);
CREATE INDEX idempotency_keys_created ON boxoffice.idempotency_keys (created_at);
