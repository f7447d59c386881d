package dev.stagedoor.outbox;

import dev.stagedoor.tx.IdleLimit;

/** The statements of {@link JdbcOutbox} and {@link RunTx}. */
final class OutboxSql {
  private OutboxSql() {}

  /** Any number at a time; always one row. Times are read once, when the row is written. */
  static final String ENQUEUE =
      """
      /* stagedoor: enqueue */
      INSERT INTO stagedoor.outbox
             (id, queue, type, payload, priority, due_at, age_from, created_at,
              request_id, traceparent)
      SELECT stagedoor.new_job_id(), ?::text, ?::text, ?::text, ?::smallint, due, due, now,
             ?::text, ?::text
        FROM (SELECT clock_timestamp() AS now) c
       CROSS JOIN LATERAL (SELECT greatest(now + ?::interval, ?::timestamptz) AS due) d
      RETURNING id, false AS existing
      """;

  /** The same, as the only statement of a transaction of ours; its rows are the second result. */
  static final String ENQUEUE_ALONE = "SELECT " + IdleLimit.OTHERS + ";\n" + ENQUEUE;

  /** Any number at a time; one row for each job, in their order. */
  static final String ENQUEUE_ALL =
      """
      /* stagedoor: enqueue all */
      WITH asked AS MATERIALIZED (
        SELECT stagedoor.new_job_id() AS id, clock_timestamp() AS now, j.*
          FROM unnest(?::text[], ?::text[], ?::text[], ?::smallint[], ?::text[], ?::text[],
                      ?::interval[], ?::timestamptz[])
               WITH ORDINALITY
               AS j (queue, type, payload, priority, request_id, traceparent, delay, due_at, n)),
      written AS (
        INSERT INTO stagedoor.outbox
               (id, queue, type, payload, priority, due_at, age_from, created_at,
                request_id, traceparent)
        SELECT id, queue, type, payload, priority, due, due, now, request_id, traceparent
          FROM asked
         CROSS JOIN LATERAL (SELECT greatest(now + asked.delay, asked.due_at) AS due) d
         ORDER BY n)
      SELECT id, false AS existing FROM asked ORDER BY n
      """;

  /** Where a live or parked job has the key already; its row is then locked like an update's. */
  private static final String ON_KEY =
      """
      ON CONFLICT (type, unique_key) WHERE unique_key IS NOT NULL AND state IN ('live', 'parked')
      DO UPDATE SET again = o.again OR""";

  /**
   * Any number at a time: the unique index lets one insert; the others wait for it and find its
   * row. Always one row. The job found is marked to run again, whatever its row says of it: whether
   * its run has read what changes here cannot be seen from the row.
   */
  static final String ENQUEUE_KEYED =
      """
      /* stagedoor: enqueue under a key */
      WITH asked AS MATERIALIZED (
        SELECT stagedoor.new_job_id() AS id, clock_timestamp() AS now)
      INSERT INTO stagedoor.outbox AS o
             (id, queue, type, payload, priority, due_at, age_from, created_at,
              request_id, traceparent, unique_key)
      SELECT id, ?::text, ?::text, ?::text, ?::smallint, due, due, now,
             ?::text, ?::text, ?::text
        FROM asked
       CROSS JOIN LATERAL (SELECT greatest(now + ?::interval, ?::timestamptz) AS due) d
      %s ?::boolean
      RETURNING id, id <> (SELECT asked.id FROM asked) AS existing
      """
          .formatted(ON_KEY);

  /** The same, as the only statement of a transaction of ours; its rows are the second result. */
  static final String ENQUEUE_KEYED_ALONE = "SELECT " + IdleLimit.OTHERS + ";\n" + ENQUEUE_KEYED;

  /** As {@link #ENQUEUE_KEYED}, one row for each job, in their order. */
  static final String ENQUEUE_ALL_KEYED = enqueueAllKeyed("true");

  /** The same for jobs that leave the one which is there as it is. */
  static final String ENQUEUE_ALL_KEYED_ONCE = enqueueAllKeyed("false");

  /** Keys in ascending order, so that two of these do not wait for each other. */
  private static String enqueueAllKeyed(String again) {
    return """
      /* stagedoor: enqueue all under keys */
      WITH asked AS MATERIALIZED (
        SELECT stagedoor.new_job_id() AS id, clock_timestamp() AS now, j.*
          FROM unnest(?::text[], ?::text[], ?::text[], ?::smallint[], ?::text[], ?::text[],
                      ?::interval[], ?::timestamptz[], ?::text[])
               WITH ORDINALITY
               AS j (queue, type, payload, priority, request_id, traceparent, delay, due_at,
                     unique_key, n)),
      firsts AS (
        SELECT DISTINCT ON (type, unique_key) * FROM asked ORDER BY type, unique_key, n),
      written AS (
        INSERT INTO stagedoor.outbox AS o
               (id, queue, type, payload, priority, due_at, age_from, created_at,
                request_id, traceparent, unique_key)
        SELECT id, queue, type, payload, priority, due, due, now, request_id, traceparent,
               unique_key
          FROM firsts f
         CROSS JOIN LATERAL (SELECT greatest(now + f.delay, f.due_at) AS due) d
         ORDER BY type, unique_key
        %s %s
        RETURNING id, type, unique_key)
      SELECT w.id, w.id <> a.id AS existing
        FROM asked a JOIN written w ON w.type = a.type AND w.unique_key = a.unique_key
       ORDER BY a.n
      """
        .formatted(ON_KEY, again);
  }

  /**
   * Two runs of the parent may do so at once: the record comes first, so the second waits on its
   * unique index. 0 rows: the first has committed, and the child is enqueued, whether it still
   * waits or has completed since.
   */
  static final String ENQUEUE_CHILD = enqueueChild("");

  /** As {@link #ENQUEUE_CHILD}; the row may be one that has the key already. */
  static final String ENQUEUE_CHILD_KEYED = enqueueChild(ON_KEY + " ?::boolean");

  private static String enqueueChild(String onConflict) {
    return """
      /* stagedoor: enqueue the child */
      WITH step AS (
        INSERT INTO stagedoor.processed_jobs
               (job_id, step, type, queue, outcome, attempt, run, worker, started_at)
        VALUES (?::uuid, ?::text, ?::text, ?::text, 'applied', ?::integer, ?::integer, ?::text,
                clock_timestamp())
        ON CONFLICT DO NOTHING
        RETURNING job_id)
      INSERT INTO stagedoor.outbox AS o
             (id, queue, type, payload, priority, due_at, age_from, created_at,
              request_id, traceparent, unique_key)
      SELECT ?::uuid, ?::text, ?::text, ?::text, ?::smallint, due, due, now,
             ?::text, ?::text, ?::text
        FROM step
       CROSS JOIN (SELECT clock_timestamp() AS now) c
       CROSS JOIN LATERAL (SELECT greatest(now + ?::interval, ?::timestamptz) AS due) d
      %s
      RETURNING id
      """
        .formatted(onConflict);
  }

  /** Reads only. 0 rows: no live or parked job has the key. */
  static final String KEY_HOLDER =
      """
      SELECT id FROM stagedoor.outbox
       WHERE type = ? AND unique_key = ? AND state IN ('live', 'parked')
      """;

  /**
   * Three statements, one round trip; each sees what the one before has waited for.
   *
   * <p>The record comes first, as everywhere: it waits for a run that is about to commit its own
   * completion, and a cancel that took the row first would deadlock with it. 0 rows: ended, or
   * never there. The delete then waits for whoever holds the row, and tells what it is now. The
   * third tells ended from never there.
   */
  static final String CANCEL =
      """
      INSERT INTO stagedoor.processed_jobs
             (job_id, step, type, queue, outcome, attempt, run, worker, request_id, started_at)
      SELECT id, '', type, queue, 'cancelled', attempt, run, 'caller', request_id,
             clock_timestamp()
        FROM stagedoor.outbox WHERE id = ?
      ON CONFLICT DO NOTHING;
      DELETE FROM stagedoor.outbox o
       WHERE o.id = ?
         AND EXISTS (SELECT FROM stagedoor.processed_jobs p
                      WHERE p.job_id = o.id AND p.step = '' AND p.outcome = 'cancelled')
      RETURNING o.type, o.attempt, o.run,
                o.state = 'live' AND o.mark_stream IS NULL AND o.attempt = 1 AND o.run = 0
                  AND o.due_at > clock_timestamp() AS never_due;
      SELECT EXISTS (SELECT FROM stagedoor.processed_jobs WHERE job_id = ? AND step = '') AS ended
      """;

  /** Only after an insert of this transaction's own whose row was gone when it came to delete. */
  static final String UNDO_CANCEL =
      """
      DELETE FROM stagedoor.processed_jobs
       WHERE job_id = ? AND step = '' AND outcome = 'cancelled'
      """;

  /**
   * Any number at a time, the first wins. 0 rows: not stuck, not there, or another job has its
   * unique key now; the second tells.
   */
  static final String REDRIVE =
      """
      UPDATE stagedoor.outbox o
         SET state = 'live', attempt = attempt + 1, run = 0, crashes = 0, alone = false,
             failures = 0, due_at = clock_timestamp(), age_from = clock_timestamp(),
             mark_stream = NULL, mark_epoch = NULL, mark_entry = NULL, marked_at = NULL,
             stuck_at = NULL
       WHERE id = ? AND state IN ('dead', 'parked')
         AND NOT EXISTS (SELECT FROM stagedoor.outbox k
                          WHERE k.type = o.type AND k.unique_key = o.unique_key AND k.id <> o.id
                            AND k.state IN ('live', 'parked'))
      RETURNING type, attempt - 1 AS attempt, run;
      SELECT count(o.id) > 0 AS there, min(o.unique_key) AS unique_key, min(k.id::text) AS holder
        FROM stagedoor.outbox o
        LEFT JOIN stagedoor.outbox k
               ON k.type = o.type AND k.unique_key = o.unique_key AND k.id <> o.id
                  AND k.state IN ('live', 'parked') AND o.state = 'dead'
       WHERE o.id = ?
      """;

  /**
   * Any number at a time. Not a rewrite: no entry of this attempt can be under way, since the row
   * was never due in it. 0 rows: not waiting, or not live; the second tells.
   */
  static final String RUN_NOW =
      """
      UPDATE stagedoor.outbox
         SET due_at = now, age_from = least(age_from, now)
        FROM (SELECT clock_timestamp() AS now) c
       WHERE id = ? AND state = 'live' AND mark_stream IS NULL AND due_at > clock_timestamp()
      RETURNING type, attempt, run;
      SELECT EXISTS (SELECT FROM stagedoor.outbox WHERE id = ? AND state = 'live') AS there
      """;
}
