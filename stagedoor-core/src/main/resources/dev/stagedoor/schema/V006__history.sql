-- History by day, so that old days are dropped whole; and what ran, minute by minute.

-- Only where done effects are not kept for good. Made first: what follows locks history until the end.
CREATE INDEX effects_done ON stagedoor.effects (done_at) WHERE state = 'done';

-- No UUIDv7 of that time or later is smaller.
CREATE FUNCTION stagedoor.first_id_of(moment timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0')
          || repeat('0', 20))::uuid
$$;

-- What there is becomes the first partition, with all ids before tomorrow. A partition is named by
-- the day (UTC) whose ids it does not have any more.
ALTER TABLE stagedoor.processed_jobs DETACH PARTITION stagedoor.processed_jobs_default;
DO $$
DECLARE
  tomorrow  date := (clock_timestamp() AT TIME ZONE 'UTC')::date + 1;
  its_name  text := 'processed_jobs_until_' || to_char(tomorrow, 'YYYYMMDD');
  bound     uuid := stagedoor.first_id_of(tomorrow::timestamp AT TIME ZONE 'UTC');
BEGIN
  EXECUTE format('ALTER TABLE stagedoor.processed_jobs_default RENAME TO %I', its_name);
  EXECUTE format('ALTER INDEX stagedoor.processed_jobs_default_pkey RENAME TO %I',
                 its_name || '_pkey');
  CREATE TABLE stagedoor.processed_jobs_default PARTITION OF stagedoor.processed_jobs DEFAULT;
  EXECUTE format('WITH later AS (DELETE FROM stagedoor.%I WHERE job_id >= $1 RETURNING *)
                  INSERT INTO stagedoor.processed_jobs_default SELECT * FROM later', its_name)
    USING bound;
  EXECUTE format('ALTER TABLE stagedoor.processed_jobs ATTACH PARTITION stagedoor.%I
                  FOR VALUES FROM (MINVALUE) TO (%L)', its_name, bound);
END
$$;

-- Both functions act for the owner of the tables: a user that may do no more than run jobs keeps
-- history as well. One of all who call them at once does it, false for the others.

-- Makes the partition of a day (UTC) of this week or the next. False: it is there, or the default
-- partition has ids of that day already, which stay there.
CREATE FUNCTION stagedoor.add_history_of(day date) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  its_name  text := 'processed_jobs_until_' || to_char(day + 1, 'YYYYMMDD');
  first     uuid := stagedoor.first_id_of(day::timestamp AT TIME ZONE 'UTC');
  bound     uuid := stagedoor.first_id_of((day + 1)::timestamp AT TIME ZONE 'UTC');
BEGIN
  IF abs(day - (clock_timestamp() AT TIME ZONE 'UTC')::date) > 7
     OR NOT pg_try_advisory_xact_lock(hashtext('stagedoor.processed_jobs'))
     OR to_regclass('stagedoor.' || its_name) IS NOT NULL
     OR EXISTS (SELECT FROM stagedoor.processed_jobs_default p
                 WHERE p.job_id >= first AND p.job_id < bound) THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE stagedoor.%I (LIKE stagedoor.processed_jobs INCLUDING ALL)',
                 its_name);
  EXECUTE format('ALTER TABLE stagedoor.processed_jobs ATTACH PARTITION stagedoor.%I
                  FOR VALUES FROM (%L) TO (%L)', its_name, first, bound);
  RETURN true;
END
$$;

SELECT stagedoor.add_history_of((clock_timestamp() AT TIME ZONE 'UTC')::date + ahead)
  FROM generate_series(1, 2) AS ahead;

-- Drops the partition named by this day, if that day began longer ago than keep, a day at least, and
-- no job of it has a row any more, in whatever state. Needs READ COMMITTED, and a lock time-out.
--
-- A record matters as long as its job has a row, and a child's record is its parent's. The last look
-- is taken under the lock: a record that is there by then was written by a run of a job whose row
-- had committed before, hence is seen; what is written later goes to the default partition.
CREATE FUNCTION stagedoor.drop_history_until(day date, keep interval) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
AS $$
DECLARE
  its_name  text := 'processed_jobs_until_' || to_char(day, 'YYYYMMDD');
  bound     uuid := stagedoor.first_id_of(day::timestamp AT TIME ZONE 'UTC');
  first     uuid;
BEGIN
  IF day::timestamp AT TIME ZONE 'UTC' > clock_timestamp() - greatest(keep, '1 day')
     OR NOT pg_try_advisory_xact_lock(hashtext('stagedoor.processed_jobs')) THEN
    RETURN false;
  END IF;
  SELECT CASE WHEN pg_get_expr(c.relpartbound, c.oid) LIKE '%MINVALUE%'
              THEN '00000000-0000-0000-0000-000000000000'
              ELSE stagedoor.first_id_of((day - 1)::timestamp AT TIME ZONE 'UTC') END
    INTO first
    FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
   WHERE c.oid = to_regclass('stagedoor.' || its_name)
     AND i.inhparent = 'stagedoor.processed_jobs'::regclass;
  IF first IS NULL OR EXISTS (SELECT FROM stagedoor.outbox o WHERE o.id >= first AND o.id < bound)
  THEN
    RETURN false;
  END IF;
  -- in the order in which whoever reads or writes history takes them
  LOCK TABLE ONLY stagedoor.processed_jobs IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('LOCK TABLE stagedoor.%I IN ACCESS EXCLUSIVE MODE', its_name);
  IF EXISTS (SELECT FROM stagedoor.outbox o WHERE o.id >= first AND o.id < bound) THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE stagedoor.%I', its_name);
  RETURN true;
END
$$;

-- Completes as stagedoor.complete does, and tells how many milliseconds after it was due; null: as
-- false.
CREATE FUNCTION stagedoor.complete_late(job uuid, its_attempt integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off
AS $$
DECLARE
  late bigint;
BEGIN
  DELETE FROM stagedoor.outbox o
   WHERE o.id = job AND o.attempt = its_attempt AND o.state = 'live' AND NOT o.again
  RETURNING extract(epoch FROM clock_timestamp() - o.due_at) * 1000 INTO late;
  RETURN late;
END
$$;

-- What ran, by minute, type and worker. Statistics, not truth: a worker adds what it has counted
-- every few seconds, to the minute in which it does, and what it has not added dies with it.
CREATE TABLE stagedoor.job_minutes (
  minute     timestamptz NOT NULL,
  type       text        NOT NULL,
  worker     text        NOT NULL,
  -- runs that began, and those of them that were deliveries once more
  started    integer     NOT NULL DEFAULT 0,
  again      integer     NOT NULL DEFAULT 0,
  -- how jobs were written: done, failed and to be tried again, put off or handed back, given up
  completed  integer     NOT NULL DEFAULT 0,
  retried    integer     NOT NULL DEFAULT 0,
  later      integer     NOT NULL DEFAULT 0,
  dead       integer     NOT NULL DEFAULT 0,
  parked     integer     NOT NULL DEFAULT 0,
  -- effects and deliveries that were found done
  absorbed   integer     NOT NULL DEFAULT 0,
  -- how many were at most so long, by the bounds of stagedoor.bucket_bounds(), and then the rest:
  -- from due to completed, and from begun to returned
  since_due  integer[]   NOT NULL,
  took       integer[]   NOT NULL,
  PRIMARY KEY (minute, type, worker)
);

-- In milliseconds.
CREATE FUNCTION stagedoor.bucket_bounds() RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT '{5,10,25,50,100,250,500,1000,2500,5000,10000,30000,60000,300000,3600000}'::integer[]
$$;
