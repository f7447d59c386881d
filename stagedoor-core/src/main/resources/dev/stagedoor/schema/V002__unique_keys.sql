-- Unique keys: a transaction of a run holds its job against completion.

-- Whether the job is live at this attempt, as is_live tells; where it has a unique key, its row is
-- held until the transaction ends. A completion passes over a held row and is tried again, so the
-- job is due once more only after this transaction has ended: what it read before a change cannot
-- be written after the run that came for the change. An enqueue under the key does not wait, nor
-- does the relay. Jobs without a key have no second round, and pay nothing.
--
-- The lock may be given on an older version of the row, so the question is put again, as of then.
CREATE FUNCTION stagedoor.hold(job uuid, its_attempt integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off
AS $$
DECLARE
  keyed boolean;
BEGIN
  SELECT o.unique_key IS NOT NULL INTO keyed FROM stagedoor.outbox o
   WHERE o.id = job AND o.attempt = its_attempt AND o.state = 'live';
  IF keyed THEN
    PERFORM FROM stagedoor.outbox o WHERE o.id = job FOR KEY SHARE;
    RETURN stagedoor.is_live(job, its_attempt);
  END IF;
  RETURN FOUND;
END
$$;
