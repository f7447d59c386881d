package dev.stagedoor.history;

import dev.stagedoor.tx.IdleLimit;

/** The statements of {@link HistoryKeeper} and {@link JobMinutes}. */
final class HistorySql {
  /** As many rows as one transaction deletes of one kind. */
  static final int AT_ONCE = 1000;

  private HistorySql() {}

  /**
   * Opens a transaction that may take a lock on all of history. Whoever runs jobs waits behind it,
   * so it gives up soon and is tried again; what it reads after the lock must be as of then.
   */
  static final String OPEN =
      "SET TRANSACTION ISOLATION LEVEL READ COMMITTED;\n"
          + "/* stagedoor: keep history */ SELECT set_config('lock_timeout', '200ms', true), "
          + IdleLimit.OTHERS;

  /** One row. True: the partition was made. */
  static final String ADD =
      """
      SELECT stagedoor.add_history_of((clock_timestamp() AT TIME ZONE 'UTC')::date + ?::integer)
      """;

  /** Reads only. The days that partitions are named by, oldest first. */
  static final String DAYS =
      """
      SELECT right(c.relname, 8)
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'stagedoor.processed_jobs'::regclass
         AND c.relname ~ '^processed_jobs_until_[0-9]{8}$'
       ORDER BY 1
      """;

  /** One row. True: the partition was dropped. */
  static final String DROP = "SELECT stagedoor.drop_history_until(?::date, ?::interval)";

  /**
   * Records of days that are over and that no drop takes: in days that are kept for the sake of
   * other jobs, and in the default partition, which has the ids whose day was dropped, or had none
   * in time. A record that this sees was written by a run of a job whose row had committed before:
   * no row seen means that the job has ended. By {@code now()}, here and below: another clock is no
   * bound for an index.
   */
  static final String FORGET_LEFT_OVER =
      """
      WITH old AS MATERIALIZED (
        SELECT p.job_id, p.step FROM stagedoor.processed_jobs p
         WHERE p.job_id < stagedoor.first_id_of(date_trunc('day', now() - ?::interval, 'UTC'))
           AND NOT EXISTS (SELECT FROM stagedoor.outbox o WHERE o.id = p.job_id)
         ORDER BY p.job_id LIMIT %d)
      DELETE FROM stagedoor.processed_jobs p USING old
       WHERE p.job_id = old.job_id AND p.step = old.step
      """
          .formatted(AT_ONCE);

  static final String FORGET_RUNS =
      """
      DELETE FROM stagedoor.job_runs WHERE id IN (
        SELECT r.id FROM stagedoor.job_runs r
         WHERE r.ended_at < now() - ?::interval
           AND NOT EXISTS (SELECT FROM stagedoor.outbox o WHERE o.id = r.job_id)
         ORDER BY r.ended_at LIMIT %d)
      """
          .formatted(AT_ONCE);

  static final String FORGET_MINUTES =
      """
      DELETE FROM stagedoor.job_minutes WHERE ctid IN (
        SELECT m.ctid FROM stagedoor.job_minutes m
         WHERE m.minute < now() - ?::interval
         ORDER BY m.minute LIMIT %d)
      """
          .formatted(AT_ONCE);

  /** Done effects of jobs that have ended: a live job's second run must find its own. */
  static final String FORGET_EFFECTS =
      """
      DELETE FROM stagedoor.effects WHERE ctid IN (
        SELECT e.ctid FROM stagedoor.effects e
         WHERE e.state = 'done' AND e.done_at < now() - ?::interval
           AND NOT EXISTS (SELECT FROM stagedoor.outbox o WHERE o.id = e.job_id)
         ORDER BY e.done_at LIMIT %d)
      """
          .formatted(AT_ONCE);

  /** Adds to the row of the minute in which it is written; its worker is the only writer of it. */
  static final String COUNT =
      """
      INSERT INTO stagedoor.job_minutes AS m
             (minute, type, worker, started, again, completed, retried, later, dead, parked,
              absorbed, since_due, took)
      VALUES (date_trunc('minute', clock_timestamp()), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (minute, type, worker) DO UPDATE
         SET started = m.started + excluded.started, again = m.again + excluded.again,
             completed = m.completed + excluded.completed, retried = m.retried + excluded.retried,
             later = m.later + excluded.later, dead = m.dead + excluded.dead,
             parked = m.parked + excluded.parked, absorbed = m.absorbed + excluded.absorbed,
             since_due = (SELECT array_agg(a + b ORDER BY n)
                            FROM unnest(m.since_due, excluded.since_due)
                                 WITH ORDINALITY AS u (a, b, n)),
             took = (SELECT array_agg(a + b ORDER BY n)
                       FROM unnest(m.took, excluded.took) WITH ORDINALITY AS u (a, b, n))
      """;

  static final String OPEN_COUNT = "/* stagedoor: count the minute */ SELECT " + IdleLimit.OTHERS;
}
