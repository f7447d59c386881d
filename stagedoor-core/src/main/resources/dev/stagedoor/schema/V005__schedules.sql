-- Recurring jobs: one row for each schedule, whatever number of processes runs it.

CREATE TABLE stagedoor.schedules (
  name        text        PRIMARY KEY,
  -- what each tick enqueues
  type        text        NOT NULL,
  queue       text        NOT NULL,
  payload     text        NOT NULL,
  -- the plan: a cron line in a zone, or an ISO 8601 duration
  kind        text        NOT NULL,
  expression  text        NOT NULL,
  zone        text,
  missed      text        NOT NULL,
  -- every tick up to here was enqueued or is not wanted; never goes back
  last_tick   timestamptz NOT NULL,
  -- when a scheduler has to look; the next tick, but for the moment after a registration or a resume
  next_tick   timestamptz NOT NULL,
  paused      boolean     NOT NULL DEFAULT false,
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT schedules_name CHECK (name ~ '^[a-z][a-z0-9_.-]{0,99}$'),
  CONSTRAINT schedules_plan CHECK (
    kind = 'cron' AND zone IS NOT NULL OR kind = 'every' AND zone IS NULL),
  CONSTRAINT schedules_missed CHECK (missed IN ('once', 'all', 'skip')),
  CONSTRAINT schedules_ticks CHECK (last_tick <= next_tick),
  CONSTRAINT schedules_payload CHECK (octet_length(payload) <= 1048576)
);
