package dev.stagedoor.effect;

import dev.stagedoor.tx.IdleLimit;

/** The statements of {@link ProcessedJobs}. */
final class ProcessedJobsSql {
  private ProcessedJobsSql() {}

  /**
   * Two statements, one round trip.
   *
   * <p>The first inserts before anything is done, so that a twin waits here, on the unique index,
   * and is absorbed. 0 rows: a record is there, or the job is not wanted. The second tells which,
   * and has a snapshot of its own: the first one's is older than its wait, in which the job may
   * have been cancelled. It holds the row of a job with a unique key, after the record: the order
   * in which everybody locks.
   */
  static final String BEGIN =
      """
      /* stagedoor: record the step */
      INSERT INTO stagedoor.processed_jobs
             (job_id, step, type, queue, outcome, attempt, run, worker, request_id, started_at)
      SELECT ?::uuid, ?::text, ?::text, ?::text, ?::text, ?::integer, ?::integer, ?::text, ?::text,
             clock_timestamp() - ?::interval
       WHERE stagedoor.is_live(?::uuid, ?::integer)
      ON CONFLICT DO NOTHING;
      SELECT live,
             NOT live AND EXISTS (SELECT FROM stagedoor.processed_jobs
                                   WHERE job_id = ?::uuid AND step = ?::text
                                     AND outcome <> 'cancelled') AS applied,
      """
          + IdleLimit.OTHERS
          + """

       FROM (SELECT stagedoor.hold(?::uuid, ?::integer) AS live) o
      """;

  /** Any number at a time; one row. */
  static final String WANTED =
      "/* stagedoor: is the job wanted? */ SELECT stagedoor.hold(?::uuid, ?::integer) AS live, "
          + IdleLimit.OTHERS;
}
