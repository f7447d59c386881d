-- The first schema. All times are timestamptz and the database's own; ids are UUIDv7 minted here.

-- A UUIDv7 (RFC 9562): 48 bits of the database's milliseconds, then version, variant and random bits.
CREATE FUNCTION stagedoor.new_job_id() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
AS $$
  SELECT encode(
    set_byte(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
        FROM 1 FOR 6),
      6, (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112),
    'hex')::uuid
$$;

-- The truth: a job is complete when, and only when, its row is gone.
CREATE TABLE stagedoor.outbox (
  id             uuid        PRIMARY KEY,
  queue          text        NOT NULL,
  type           text        NOT NULL,
  payload        text        NOT NULL,
  priority       smallint    NOT NULL DEFAULT 5,
  due_at         timestamptz NOT NULL,
  state          text        NOT NULL DEFAULT 'live',
  -- four numbers, never one: the fence, the redeliveries of that attempt, the retry budget, the deaths
  attempt        integer     NOT NULL DEFAULT 1,
  run            integer     NOT NULL DEFAULT 0,
  failures       integer     NOT NULL DEFAULT 0,
  crashes        integer     NOT NULL DEFAULT 0,
  alone          boolean     NOT NULL DEFAULT false,
  -- the mark: where and when the row was published last
  mark_stream    text,
  mark_epoch     bigint,
  mark_entry     text,
  marked_at      timestamptz,
  unique_key     text,
  again          boolean     NOT NULL DEFAULT false,
  round          integer     NOT NULL DEFAULT 0,
  tick           timestamptz,
  age_from       timestamptz NOT NULL,
  paused_before  interval    NOT NULL DEFAULT '0',
  request_id     text,
  traceparent    text,
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  stuck_at       timestamptz,
  CONSTRAINT outbox_state CHECK (state IN ('live', 'parked', 'dead')),
  CONSTRAINT outbox_priority CHECK (priority BETWEEN 0 AND 9),
  CONSTRAINT outbox_counts CHECK (attempt >= 1 AND run >= 0 AND failures >= 0 AND crashes >= 0 AND round >= 0),
  CONSTRAINT outbox_payload CHECK (octet_length(payload) <= 1048576),
  CONSTRAINT outbox_mark CHECK (
    num_nonnulls(mark_stream, mark_epoch, mark_entry, marked_at) IN (0, 4)),
  CONSTRAINT outbox_stuck CHECK ((state = 'live') = (stuck_at IS NULL)),
  CONSTRAINT outbox_again CHECK (NOT again OR unique_key IS NOT NULL)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);

-- What the relay polls: unmarked rows by queue, priority, due time.
CREATE INDEX outbox_due ON stagedoor.outbox (queue, priority, due_at, id)
  WHERE state = 'live' AND mark_stream IS NULL;
-- What the relay judges: marks by stream and epoch, in each queue oldest first.
CREATE INDEX outbox_marks ON stagedoor.outbox (mark_stream, mark_epoch, queue, marked_at)
  WHERE state = 'live' AND mark_stream IS NOT NULL;
CREATE INDEX outbox_stuck ON stagedoor.outbox (state, stuck_at, id) WHERE state <> 'live';
CREATE UNIQUE INDEX outbox_unique_key ON stagedoor.outbox (type, unique_key)
  WHERE unique_key IS NOT NULL AND state IN ('live', 'parked');

-- History, and the fourth technique. A row beside a live outbox row means that this step is applied,
-- no more; step '' is written by completion and cancel only.
CREATE TABLE stagedoor.processed_jobs (
  job_id      uuid        NOT NULL,
  step        text        NOT NULL,
  type        text        NOT NULL,
  queue       text        NOT NULL,
  outcome     text        NOT NULL,
  attempt     integer     NOT NULL,
  run         integer     NOT NULL,
  worker      text        NOT NULL,
  request_id  text,
  started_at  timestamptz NOT NULL,
  ended_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (job_id, step),
  CONSTRAINT processed_outcome CHECK (
    (step = '') = (outcome IN ('completed', 'cancelled')) AND outcome IN ('completed', 'cancelled', 'applied'))
) PARTITION BY RANGE (job_id);
CREATE TABLE stagedoor.processed_jobs_default PARTITION OF stagedoor.processed_jobs DEFAULT;

-- Claims and their side rows: one effect outside the database for each (kind, subject).
CREATE TABLE stagedoor.effects (
  kind           text        NOT NULL,
  subject        text        NOT NULL,
  state          text        NOT NULL DEFAULT 'claimed',
  job_id         uuid        NOT NULL,
  attempt        integer     NOT NULL,
  run            integer     NOT NULL,
  worker         text        NOT NULL,
  claimed_at     timestamptz NOT NULL,
  first_tried_at timestamptz NOT NULL,
  tries          integer     NOT NULL DEFAULT 1,
  done_at        timestamptz,
  reference      text,
  fingerprint    bytea,
  request        bytea,
  parked_at      timestamptz,
  evidence       text,
  PRIMARY KEY (kind, subject),
  CONSTRAINT effects_state CHECK (state IN ('claimed', 'done', 'unknown', 'parked')),
  CONSTRAINT effects_done CHECK ((state = 'done') = (done_at IS NOT NULL)),
  CONSTRAINT effects_parked CHECK ((state = 'parked') = (parked_at IS NOT NULL))
);
CREATE INDEX effects_open ON stagedoor.effects (state, first_tried_at) WHERE state <> 'done';
CREATE INDEX effects_job ON stagedoor.effects (job_id);

-- Epochs of the streams. Numbers come from one sequence, so that a stream which is registered again
-- never meets a mark of its own that looks current.
CREATE SEQUENCE stagedoor.epochs;
CREATE TABLE stagedoor.streams (
  stream   text        PRIMARY KEY,
  epoch    bigint      NOT NULL DEFAULT nextval('stagedoor.epochs'),
  seen_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A row for each run that is not a first success: causes and lanes.
CREATE TABLE stagedoor.job_runs (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id       uuid        NOT NULL,
  type         text        NOT NULL,
  attempt      integer     NOT NULL,
  run          integer     NOT NULL,
  worker       text        NOT NULL,
  outcome      text        NOT NULL,
  cause        text,
  error_class  text,
  started_at   timestamptz,
  ended_at     timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX job_runs_job ON stagedoor.job_runs (job_id, id);
CREATE INDEX job_runs_ended ON stagedoor.job_runs (ended_at);

-- The two questions that every job asks of its row. Functions, for the sake of their SET: a connection
-- keeps its plans, and one that was made while the table was small would read all of it when it is
-- big. In a transaction of the user's the setting cannot be made otherwise without leaking into it.

-- Whether the job is live at this attempt, as of now: later than the snapshot of the statement around.
CREATE FUNCTION stagedoor.is_live(job uuid, its_attempt integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM stagedoor.outbox o
                  WHERE o.id = job AND o.attempt = its_attempt AND o.state = 'live');
END
$$;

-- Completes the job, after its record was written; waits for whoever holds the row. False: not live
-- at this attempt, or its unique key was enqueued again.
CREATE FUNCTION stagedoor.complete(job uuid, its_attempt integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off
AS $$
BEGIN
  DELETE FROM stagedoor.outbox o
   WHERE o.id = job AND o.attempt = its_attempt AND o.state = 'live' AND NOT o.again;
  RETURN FOUND;
END
$$;

-- What a person asks: every job with the state that the words of the manual give it.
CREATE VIEW stagedoor.jobs AS
  SELECT o.id, o.type, o.queue,
         CASE WHEN o.state <> 'live' THEN o.state
              WHEN o.mark_stream IS NOT NULL THEN 'published'
              WHEN o.due_at > clock_timestamp() THEN 'waiting'
              ELSE 'due' END AS state,
         o.priority, o.due_at, o.attempt, o.run, o.failures, o.crashes,
         o.unique_key, o.request_id, o.created_at, o.stuck_at AS ended_at,
         c.cause, o.payload
    FROM stagedoor.outbox o
    LEFT JOIN LATERAL (
      SELECT r.cause FROM stagedoor.job_runs r
       WHERE r.job_id = o.id AND r.cause IS NOT NULL ORDER BY r.id DESC LIMIT 1) c ON true
  UNION ALL
  SELECT p.job_id, p.type, p.queue, p.outcome,
         NULL, NULL, p.attempt, p.run, NULL, NULL,
         NULL, p.request_id, NULL, p.ended_at, NULL, NULL
    FROM stagedoor.processed_jobs p
   WHERE p.step = '';
