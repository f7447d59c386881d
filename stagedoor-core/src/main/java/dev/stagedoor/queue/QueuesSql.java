package dev.stagedoor.queue;

import dev.stagedoor.tx.IdleLimit;

/** The statements of {@link Queues}. Each opens its transaction in the same round trip. */
final class QueuesSql {
  private QueuesSql() {}

  private static final String OPEN = "SELECT " + IdleLimit.OTHERS + ";\n";

  /** Any number at once, the first wins. 0 rows: paused before. */
  static final String PAUSE =
      OPEN
          + """
          INSERT INTO stagedoor.queues AS q (queue, paused_at) VALUES (?, clock_timestamp())
          ON CONFLICT (queue) DO UPDATE SET paused_at = clock_timestamp()
           WHERE q.paused_at IS NULL""";

  /**
   * Any number at once, the first wins. 0 rows: not paused. The pause is kept, since jobs do not
   * age in it; those of more than a year ago are forgotten.
   */
  static final String RESUME =
      OPEN
          + """
          WITH was AS (
            SELECT queue, paused_at FROM stagedoor.queues
             WHERE queue = ? AND paused_at IS NOT NULL FOR UPDATE),
          over AS (
            INSERT INTO stagedoor.queue_pauses (queue, paused_at, resumed_at)
            SELECT queue, paused_at, greatest(paused_at, clock_timestamp()) FROM was),
          old AS (
            DELETE FROM stagedoor.queue_pauses p USING was w
             WHERE p.queue = w.queue AND p.resumed_at < clock_timestamp() - interval '400 days')
          UPDATE stagedoor.queues q SET paused_at = NULL FROM was w WHERE q.queue = w.queue""";

  /** Any number at once, the last stands. Always one row. */
  static final String LIMIT =
      OPEN
          + """
          INSERT INTO stagedoor.queues (queue, max_published) VALUES (?, ?)
          ON CONFLICT (queue) DO UPDATE SET max_published = EXCLUDED.max_published""";

  /** Any number at once. 0 rows: never paused nor limited. */
  static final String UNLIMIT =
      OPEN + "UPDATE stagedoor.queues SET max_published = NULL WHERE queue = ?";

  /** As {@link #UNLIMIT}. */
  static final String UNRATE =
      OPEN + "UPDATE stagedoor.queues SET rate_jobs = NULL, rate_per = NULL WHERE queue = ?";

  /** Any number at once, the last stands. Always one row. */
  static final String RATE =
      OPEN
          + """
          INSERT INTO stagedoor.queues (queue, rate_jobs, rate_per, tokens)
          VALUES (?, ?, ?::interval, ?)
          ON CONFLICT (queue) DO UPDATE
               SET rate_jobs = EXCLUDED.rate_jobs, rate_per = EXCLUDED.rate_per,
                   tokens = EXCLUDED.tokens, tokens_at = clock_timestamp()""";

  /** Reads only. */
  static final String ALL =
      """
      SELECT queue, paused_at, max_published, rate_jobs,
             round(extract(epoch FROM rate_per) * 1000)::bigint AS per_ms
        FROM stagedoor.queues
       WHERE num_nonnulls(paused_at, max_published, rate_jobs) > 0
       ORDER BY queue""";
}
