-- Every write of an outbox row, in the transaction that writes it and named by its shape. A trigger,
-- not the events of the processes: a killed process tells nothing of its last commit.

CREATE TABLE chaos.moves (
  seq        bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         uuid    NOT NULL,
  -- a row of the table of transitions; null for a write that is in none
  transition text,
  before     jsonb,
  after      jsonb
);

-- What identifies the job and what it asks for is never written again.
CREATE FUNCTION chaos.is_same_job(o stagedoor.outbox, n stagedoor.outbox) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT (o.id, o.queue, o.type, o.payload, o.priority, o.tick, o.request_id, o.traceparent, o.created_at)
         IS NOT DISTINCT FROM
         (n.id, n.queue, n.type, n.payload, n.priority, n.tick, n.request_id, n.traceparent, n.created_at)
$$;

CREATE FUNCTION chaos.is_counted_alike(o stagedoor.outbox, n stagedoor.outbox) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT (o.attempt, o.run, o.failures, o.crashes, o.alone, o.round)
       = (n.attempt, n.run, n.failures, n.crashes, n.alone, n.round)
$$;

CREATE FUNCTION chaos.is_marked_alike(o stagedoor.outbox, n stagedoor.outbox) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT (o.mark_stream, o.mark_epoch, o.mark_entry, o.marked_at)
         IS NOT DISTINCT FROM (n.mark_stream, n.mark_epoch, n.mark_entry, n.marked_at)
$$;

-- Rewritten for another attempt: the fence goes up, what the attempt counted is forgotten, the mark is
-- cleared.
CREATE FUNCTION chaos.is_next_attempt(o stagedoor.outbox, n stagedoor.outbox) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT n.state = 'live' AND n.attempt = o.attempt + 1 AND n.run = 0 AND n.crashes = 0
         AND NOT n.alone AND n.mark_stream IS NULL AND n.mark_entry IS NULL
$$;

CREATE FUNCTION chaos.transition(o stagedoor.outbox, n stagedoor.outbox) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN NOT chaos.is_same_job(o, n) THEN NULL
    WHEN o.state = 'live' AND n.state = 'live' AND chaos.is_counted_alike(o, n) THEN
      CASE
        WHEN NOT chaos.is_marked_alike(o, n) AND o.due_at = n.due_at AND n.mark_stream IS NOT NULL
             AND n.mark_epoch >= coalesce(o.mark_epoch, n.mark_epoch) THEN 'PUBLISH'
        WHEN chaos.is_marked_alike(o, n) AND o.mark_stream IS NULL AND n.due_at < o.due_at THEN 'RUN_NOW'
        WHEN chaos.is_marked_alike(o, n) AND o.due_at = n.due_at AND n.again THEN 'ENQUEUE'
      END
    WHEN o.state = 'live' AND n.run = o.run + 1 AND n.attempt = o.attempt AND n.failures = o.failures
         AND n.crashes - o.crashes IN (0, 1) AND NOT n.alone AND n.round = o.round THEN
      CASE n.state WHEN 'live' THEN 'REDELIVER' WHEN 'dead' THEN 'DIE' END
    -- The end of a suspect's redelivery: its run begins, and nothing is beside it.
    WHEN o.state = 'live' AND n.state = 'live' AND NOT o.alone AND n.alone AND o.crashes >= 3
         AND (o.attempt, o.run, o.failures, o.crashes, o.round) = (n.attempt, n.run, n.failures, n.crashes, n.round)
         AND chaos.is_marked_alike(o, n) THEN 'REDELIVER'
    WHEN o.state = 'live' AND chaos.is_next_attempt(o, n) THEN
      CASE
        WHEN n.round = o.round + 1 AND n.failures = 0 AND NOT n.again THEN 'COMPLETE_AGAIN'
        WHEN n.round = o.round AND n.failures = o.failures + 1 THEN 'RETRY'
        WHEN n.round = o.round AND n.failures = o.failures THEN 'RETRY_LATER'
      END
    WHEN o.state = 'live' AND n.state IN ('parked', 'dead') AND n.attempt = o.attempt AND n.run = o.run
         AND n.crashes = o.crashes AND n.failures - o.failures IN (0, 1) AND n.mark_stream IS NULL THEN
      CASE n.state WHEN 'parked' THEN 'PARK' ELSE 'DIE' END
    WHEN o.state IN ('parked', 'dead') AND chaos.is_next_attempt(o, n) AND n.failures = 0 THEN 'REDRIVE'
  END
$$;

-- The row goes with its history, in one transaction, or it does not go.
CREATE FUNCTION chaos.end_of(o stagedoor.outbox) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p.outcome = 'cancelled' THEN 'CANCEL'
    WHEN p.outcome = 'completed' AND o.state = 'live' AND NOT o.again THEN 'COMPLETE'
  END
  FROM stagedoor.processed_jobs p WHERE p.job_id = o.id AND p.step = ''
$$;

CREATE FUNCTION chaos.log_move() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  named text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF (NEW.state, NEW.attempt, NEW.run, NEW.failures, NEW.crashes, NEW.round) = ('live', 1, 0, 0, 0, 0)
       AND NEW.mark_stream IS NULL THEN
      named := 'ENQUEUE';
    END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    named := chaos.transition(OLD, NEW);
  ELSE
    named := chaos.end_of(OLD);
  END IF;
  INSERT INTO chaos.moves (id, transition, before, after)
  VALUES (coalesce(NEW.id, OLD.id), named,
          CASE WHEN named IS NULL AND TG_OP <> 'INSERT' THEN to_jsonb(OLD) END,
          CASE WHEN named IS NULL AND TG_OP <> 'DELETE' THEN to_jsonb(NEW) END);
  RETURN NULL;
END
$$;

CREATE TRIGGER chaos_moves AFTER INSERT OR UPDATE OR DELETE ON stagedoor.outbox
  FOR EACH ROW EXECUTE FUNCTION chaos.log_move();
