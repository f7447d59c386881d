-- Tickets that are mailed again on purpose, and the organizers' daily reports.

-- Where an event's reports go; without it they are written and mailed to nobody.
ALTER TABLE boxoffice.events ADD COLUMN organizer_email text;

-- The intent to mail an order's tickets once more: as many as are asked for, each with a key of its
-- own at the mail provider.
CREATE TABLE boxoffice.ticket_resends (
  id          bigint       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id   uuid         NOT NULL DEFAULT gen_random_uuid(),
  order_id    bigint       NOT NULL REFERENCES boxoffice.orders,
  -- instead of the order's own address, which stays as it is
  email       text,
  request_id  text         NOT NULL,
  asked_at    timestamptz  NOT NULL DEFAULT now(),
  CONSTRAINT ticket_resends_public_id UNIQUE (public_id)
);
CREATE INDEX ticket_resends_order ON boxoffice.ticket_resends (order_id);

-- Decides which run owns the mail of a resend, as email_sends does for an order's first.
CREATE TABLE boxoffice.ticket_resend_sends (
  resend_id   bigint       PRIMARY KEY REFERENCES boxoffice.ticket_resends,
  claimed_at  timestamptz  NOT NULL,
  sent_at     timestamptz
);

-- What an event sold on a day: written once, by organizer_report, and never changed. Money is whole
-- minor units.
CREATE TABLE boxoffice.organizer_reports (
  day               date         NOT NULL,
  event_id          bigint       NOT NULL REFERENCES boxoffice.events,
  -- whose midnights the day lies between
  zone              text         NOT NULL,
  tickets_sold      bigint       NOT NULL,
  tickets_returned  bigint       NOT NULL,
  captured_minor    bigint       NOT NULL,
  refunded_minor    bigint       NOT NULL,
  currency          char(3)      NOT NULL,
  written_at        timestamptz  NOT NULL DEFAULT now(),
  PRIMARY KEY (day, event_id),
  CONSTRAINT organizer_reports_counts CHECK (
    least(tickets_sold, tickets_returned, captured_minor, refunded_minor) >= 0),
  CONSTRAINT organizer_reports_currency CHECK (currency ~ '^[A-Z]{3}$')
);
