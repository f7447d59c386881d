package dev.stagedoor.outbox;

import dev.stagedoor.tx.IdleLimit;

/** The statements by which a worker moves a row. Each is a whole transaction unless it says so. */
final class JobRowsSql {
  private JobRowsSql() {}

  /**
   * Opens a transaction, in the round trip of its first statement: how long it may be idle, and
   * plans held to indexes, since one that was made while the table was small is kept when it is
   * big.
   */
  private static String open(String what) {
    return open(what, "");
  }

  /** As above, and waits a quarter of a second at most for whoever holds a row. */
  private static String openImpatient(String what) {
    return open(what, "set_config('lock_timeout', '250ms', true), ");
  }

  private static String open(String what, String more) {
    return "/* stagedoor: "
        + what
        + " */ SELECT "
        + more
        + "set_config('enable_seqscan', 'off', true), "
        + IdleLimit.OTHERS
        + ";\n";
  }

  /**
   * Counts a redelivery before it is run. Twins may run it at the same time and each gets a number
   * of its own; the relay may hold the row while it renews the mark, then this waits. 0 rows: the
   * job is gone, newer than the entry, or no longer live; the delivery is not wanted and is
   * settled.
   *
   * <p>Only a reclaim is a death. From the third on the job is a suspect and runs alone, and then
   * only the death of a run that has begun alone counts: not of one that waited for its turn while
   * another suspect ran, or innocents in a killer's worker would die with it. The cause is kept
   * either way.
   */
  static final String REDELIVER =
      open("count the redelivery")
          + """
      WITH given AS (
        SELECT ?::uuid AS id, ?::int AS attempt, ?::text AS reclaimed_from),
      moved AS (
        UPDATE stagedoor.outbox o
           SET run = o.run + 1,
               crashes = o.crashes + %1$s,
               alone = false,
               state = CASE WHEN o.crashes + %1$s >= 8 THEN 'dead' ELSE o.state END,
               stuck_at = CASE WHEN o.crashes + %1$s >= 8 THEN clock_timestamp() END
          FROM given g
         WHERE o.id = g.id AND o.attempt = g.attempt AND o.state = 'live'
        RETURNING o.id, o.type, o.attempt, o.run, o.crashes, o.state, g.reclaimed_from),
      lane AS (
        INSERT INTO stagedoor.job_runs (job_id, type, attempt, run, worker, outcome, cause)
        SELECT id, type, attempt, run - 1, reclaimed_from,
               CASE WHEN state = 'dead' THEN 'dead' ELSE 'killed' END,
               CASE WHEN state = 'dead'
                    THEN 'its process died ' || crashes || ' times while it ran'
                    ELSE 'its worker stopped extending the entry' END
          FROM moved WHERE reclaimed_from IS NOT NULL)
      SELECT run, crashes, crashes >= 3 AS suspect, state = 'dead' AS dead FROM moved
      """
              .formatted(
                  "CASE WHEN g.reclaimed_from IS NOT NULL AND (o.crashes < 3 OR o.alone)"
                      + " THEN 1 ELSE 0 END");

  /**
   * Ends a run with anything but done, and keeps the cause. Fenced by attempt and run: a twin that
   * was delivered later has a higher run, a rewritten row a higher attempt. 0 rows in {@code
   * moved}: superseded; {@code standing} then tells how the row stands, for settling.
   *
   * <p>One expression decides whether a counted failure was the last, or the job too old: the same
   * snapshot that is updated, so a race with a redrive cannot be judged by older counts.
   */
  static final String END =
      openImpatient("write how the run ended")
          + """
      WITH given AS (
        SELECT ?::uuid AS id, ?::text AS type, ?::int AS attempt, ?::int AS run, ?::text AS worker,
               ?::text AS outcome, ?::text AS cause, ?::text AS error_class,
               ?::boolean AS counted, ?::int AS max_failures, ?::bigint AS first_ms,
               ?::bigint AS max_ms, ?::float8 AS jitter, ?::bigint AS delay_ms,
               ?::bigint AS max_age_ms, ?::text AS stuck, ?::bigint AS took_ms),
      judged AS (
        SELECT o.id, o.attempt, o.run, g.counted, g.outcome,
               CASE WHEN g.counted
                    THEN least(g.first_ms * power(2, least(o.failures, 40)), g.max_ms) * g.jitter
                    ELSE g.delay_ms END * interval '1 ms' AS wait,
               CASE WHEN g.stuck IS NOT NULL THEN g.stuck
                    WHEN g.counted AND o.failures + 1 >= greatest(1, g.max_failures) THEN 'dead'
                    END AS stuck,
               o.age_from + g.max_age_ms * interval '1 ms'
                 + stagedoor.paused_since(o.queue, o.age_from) AS too_old_at
          FROM stagedoor.outbox o JOIN given g ON o.id = g.id AND o.attempt = g.attempt
         WHERE o.run = g.run AND o.state = 'live'
           FOR UPDATE OF o),
      ended AS (
        SELECT *, coalesce(stuck,
                    CASE WHEN clock_timestamp() + wait > too_old_at THEN 'dead' END) AS ends
          FROM judged),
      moved AS (
        UPDATE stagedoor.outbox o
           SET state = coalesce(e.ends, 'live'),
               stuck_at = CASE WHEN e.ends IS NOT NULL THEN clock_timestamp() END,
               attempt = o.attempt + CASE WHEN e.ends IS NULL THEN 1 ELSE 0 END,
               run = CASE WHEN e.ends IS NULL THEN 0 ELSE o.run END,
               crashes = CASE WHEN e.ends IS NULL THEN 0 ELSE o.crashes END,
               alone = false,
               failures = o.failures + CASE WHEN e.counted THEN 1 ELSE 0 END,
               due_at = CASE WHEN e.ends IS NULL THEN clock_timestamp() + e.wait ELSE o.due_at END,
               mark_stream = NULL, mark_epoch = NULL, mark_entry = NULL, marked_at = NULL
          FROM ended e
         WHERE o.id = e.id
        RETURNING o.state, o.attempt, o.failures),
      caused AS (
        INSERT INTO stagedoor.job_runs
               (job_id, type, attempt, run, worker, outcome, cause, error_class, started_at)
        SELECT g.id, g.type, g.attempt, g.run, g.worker,
               CASE WHEN m.state IS NULL THEN 'fenced' WHEN m.state = 'live' THEN g.outcome
                    ELSE m.state END,
               CASE WHEN (SELECT ends FROM ended) = 'dead' AND (SELECT stuck FROM ended) IS NULL
                    THEN 'older than its maximum age; last: ' ELSE '' END || g.cause,
               g.error_class, clock_timestamp() - g.took_ms * interval '1 ms'
          FROM given g LEFT JOIN moved m ON true
         WHERE g.cause IS NOT NULL)
      SELECT m.state, m.attempt, m.failures,
             EXISTS (SELECT FROM stagedoor.outbox o
                      WHERE o.id = g.id AND o.attempt = g.attempt AND o.state = 'live') AS standing
        FROM given g LEFT JOIN moved m ON true
      """;

  /**
   * A suspect's run begins, with nothing beside it: whoever dies from now on dies of it. 0 rows: a
   * newer run was counted, or the job is not wanted any more; it is not to begin.
   */
  static final String BEGIN_ALONE =
      open("begin alone")
          + """
      UPDATE stagedoor.outbox SET alone = true
       WHERE id = ? AND attempt = ? AND run = ? AND state = 'live'
      RETURNING run
      """;

  /**
   * The next run number, for an outcome that met a newer run: twins of a job that always fails
   * would fence each other for ever otherwise. 0 rows: gone, newer or not live, or another entry is
   * the marked one; so this one is settled. It was published twice, or its stream was given up
   * while its process did not know: the job is delivered by the other one, and the mark sees to
   * that. Whoever publishes it again later counts a run of its own, and what is written under this
   * number is fenced.
   */
  static final String NEXT_RUN =
      open("take the next run number")
          + """
      UPDATE stagedoor.outbox SET run = run + 1
       WHERE id = ? AND attempt = ? AND state = 'live'
         AND (mark_stream IS NULL OR (mark_stream, mark_entry) = (?, ?))
      RETURNING run
      """;

  /**
   * First statement of a completion batch: history before outbox, the order in which everybody
   * locks, ids ascending. A row that a cancel or a run's own completion holds makes this wait, at
   * most for the lock time-out set here; then the batch goes one by one. 0 rows for a job: not live
   * with that attempt, or ended already.
   */
  static final String RECORD =
      openImpatient("record the completion")
          + """
      INSERT INTO stagedoor.processed_jobs
             (job_id, step, type, queue, outcome, attempt, run, worker, request_id, started_at)
      SELECT a.id, '', a.type, a.queue, 'completed', a.attempt, a.run, a.worker, a.request_id,
             clock_timestamp() - a.took_ms * interval '1 ms'
        FROM unnest(?::uuid[], ?::int[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[],
                    ?::bigint[])
               AS a(id, attempt, run, type, queue, worker, request_id, took_ms)
       WHERE EXISTS (SELECT FROM stagedoor.outbox o
                      WHERE o.id = a.id AND o.attempt = a.attempt AND o.state = 'live')
       ORDER BY a.id
      ON CONFLICT (job_id, step) DO NOTHING
      RETURNING job_id
      """;

  /**
   * First statement of a transaction in which the effects of many jobs happen: their completions,
   * in the order in which everybody locks. A twin's own completion makes this wait a quarter of a
   * second at most; then it fails, and the jobs go one by one. What is not returned is not wanted,
   * or was completed by a twin. The settings of the session are put back for what follows, which is
   * the user's.
   */
  static final String RECORD_MANY =
      "/* stagedoor: record the completions */ SELECT"
          + " set_config('stagedoor.lock_timeout', current_setting('lock_timeout'), true),"
          + " set_config('lock_timeout', '250ms', true), "
          + IdleLimit.OTHERS
          + ";\n"
          + """
      INSERT INTO stagedoor.processed_jobs
             (job_id, step, type, queue, outcome, attempt, run, worker, request_id, started_at)
      SELECT a.id, '', a.type, a.queue, 'completed', a.attempt, a.run, a.worker, a.request_id,
             clock_timestamp() - a.took_ms * interval '1 ms'
        FROM unnest(?::uuid[], ?::int[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[],
                    ?::bigint[])
               AS a(id, attempt, run, type, queue, worker, request_id, took_ms)
       WHERE stagedoor.is_live(a.id, a.attempt)
       ORDER BY a.id
      ON CONFLICT (job_id, step) DO NOTHING
      RETURNING job_id;
      SELECT set_config('lock_timeout', current_setting('stagedoor.lock_timeout'), true)
      """;

  /**
   * Second statement of a completion batch. A row that the relay or a cancel holds is passed over,
   * which is not "0 rows": it still stands and is tried again. Done is not fenced by run: whoever
   * did the work is believed, or a handler slower than the reclaim time could never finish.
   *
   * <p>A row whose unique key was enqueued again is made due once more, and {@link #FORGET} then
   * forgets its steps, so that the last change is never swallowed.
   *
   * <p>{@code late_ms}: since it was due; null where nothing was written.
   */
  static final String FINISH = finish("SKIP LOCKED");

  /**
   * Completes one job inside its run's own transaction: waits for whoever holds the row, since
   * passing it over would mean to roll the effect back. As {@code late_ms} above; null: not live
   * with that attempt, or its unique key was enqueued again; {@link #FINISH_WAITING} tells which.
   *
   * <p>Apart from that statement since PostgreSQL plans it once a connection; one over arrays it
   * plans anew each time, which costs more than all else in such a transaction.
   */
  static final String FINISH_ONE =
      "/* stagedoor: complete the job */ SELECT stagedoor.complete_late(?, ?)";

  /** As {@link #FINISH}, but waits: what {@link #FINISH_ONE} could not do. */
  static final String FINISH_WAITING = finish("");

  private static String finish(String skip) {
    return """
      /* stagedoor: delete the job's row */
      WITH asked AS (
        SELECT * FROM unnest(?::uuid[], ?::int[]) AS a(id, attempt)),
      mine AS (
        SELECT o.id, o.again, o.due_at FROM stagedoor.outbox o JOIN asked a ON o.id = a.id
         WHERE o.attempt = a.attempt AND o.state = 'live'
         ORDER BY o.id FOR UPDATE OF o %s),
      gone AS (
        DELETE FROM stagedoor.outbox o USING mine m WHERE o.id = m.id AND NOT m.again
        RETURNING o.id),
      due AS (
        UPDATE stagedoor.outbox o
           SET again = false, attempt = o.attempt + 1, round = o.round + 1, run = 0, crashes = 0,
               alone = false, failures = 0, due_at = clock_timestamp(),
               age_from = clock_timestamp(),
               mark_stream = NULL, mark_epoch = NULL, mark_entry = NULL, marked_at = NULL
          FROM mine m WHERE o.id = m.id AND m.again
        RETURNING o.id)
      SELECT a.id,
             CASE WHEN g.id IS NOT NULL THEN 'gone' WHEN d.id IS NOT NULL THEN 'again'
                  WHEN EXISTS (SELECT FROM stagedoor.outbox o
                                WHERE o.id = a.id AND o.attempt = a.attempt AND o.state = 'live')
                  THEN 'standing' ELSE 'not wanted' END AS how,
             round(extract(epoch FROM clock_timestamp() - m.due_at) * 1000)::bigint AS late_ms
        FROM asked a LEFT JOIN mine m ON m.id = a.id
        LEFT JOIN gone g ON g.id = a.id LEFT JOIN due d ON d.id = a.id
      """
        .formatted(skip);
  }

  /**
   * The steps of jobs that were just made due once more. A statement of its own: its snapshot is
   * younger than the lock on their rows, and so sees what a twin committed while that was waited
   * for.
   */
  static final String FORGET =
      "/* stagedoor: forget the steps */"
          + " DELETE FROM stagedoor.processed_jobs WHERE job_id = ANY (?::uuid[])";

  /**
   * Takes back a record whose row was passed over or has moved in between, in the same transaction.
   */
  static final String UNRECORD =
      "/* stagedoor: take the record back */"
          + " DELETE FROM stagedoor.processed_jobs WHERE step = '' AND job_id = ANY (?::uuid[])";

  /** A lane for a run that writes nothing else. Always one row. */
  static final String REMEMBER =
      open("keep the cause")
          + """
      INSERT INTO stagedoor.job_runs
             (job_id, type, attempt, run, worker, outcome, cause, started_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, clock_timestamp() - ? * interval '1 ms')
      """;

  /** The stored payload, for an entry whose own copy cannot be read. No row: not wanted. */
  static final String PAYLOAD =
      open("read the payload")
          + "SELECT payload FROM stagedoor.outbox WHERE id = ? AND attempt = ? AND state = 'live'";
}
