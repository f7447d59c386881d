package dev.stagedoor.relay;

import dev.stagedoor.tx.IdleLimit;

/**
 * Every statement of the relay. Times are compared with {@code now()}, the start of the
 * transaction: {@code clock_timestamp()} is volatile, hence no bound of an index scan.
 */
final class RelaySql {
  /**
   * Opens each relay transaction, whatever isolation the session has: its limits, the database's
   * time, and the epoch, read before anything is published or asked. A lost mark only publishes
   * again, so its commit need not wait for the disk. Plans are held to indexes, since the
   * statistics of a queue table are always old. Any number at once. A null epoch: the stream is not
   * registered, nothing may be published.
   */
  static final String GATE =
      """
      SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
      SELECT (SELECT epoch FROM stagedoor.streams WHERE stream = ?) AS epoch, now() AS now,
             %s,
             set_config('synchronous_commit', 'off', true),
             set_config('enable_seqscan', 'off', true),
             set_config('enable_bitmapscan', 'off', true)"""
          .formatted(IdleLimit.RELAY);

  /**
   * Locks due rows: queues in the order given, in each by priority, then due time. The outer limit
   * is pulled through the nested loop, so that no more rows are locked than returned, but for those
   * beyond the batch's bytes. Any number at once: rows that another relay holds are passed over. A
   * paused queue gives nothing from the moment that the pause has committed. 0 rows: nothing due
   * that nobody holds.
   */
  static final String LOCK_DUE =
      withinBytes(
          """
          SELECT o.*
            FROM (SELECT * FROM unnest(?::text[], ?::smallint[], ?::timestamptz[], ?::int[])
                           AS a (queue, priority, due_from, room)
                   WHERE NOT EXISTS (SELECT FROM stagedoor.queues s
                                      WHERE s.queue = a.queue AND s.paused_at IS NOT NULL)) p
           CROSS JOIN LATERAL (
             SELECT id, queue, type, payload, priority, due_at, attempt, run, round, tick,
                    request_id, traceparent, mark_entry
               FROM stagedoor.outbox
              WHERE queue = p.queue AND priority = p.priority
                AND state = 'live' AND mark_stream IS NULL
                AND due_at >= p.due_from AND due_at <= now()
              ORDER BY due_at, id LIMIT p.room
                FOR UPDATE SKIP LOCKED) o
           LIMIT ?""");

  /** Queues that are paused or limited. Reads only. 0 rows: none is. */
  static final String SETTINGS =
      """
      SELECT queue, paused_at IS NOT NULL AS paused,
             num_nonnulls(max_published, rate_jobs) > 0 AS limited, rate_jobs IS NOT NULL AS rated
        FROM stagedoor.queues
       WHERE num_nonnulls(paused_at, max_published, rate_jobs) > 0""";

  /** What a bucket holds now. */
  private static final String TOKENS =
      """
      least(q.rate_jobs,
            q.tokens + q.rate_jobs * greatest(0, extract(epoch FROM clock_timestamp() - q.tokens_at))
                       / extract(epoch FROM q.rate_per))""";

  /**
   * What limited queues may publish. The rows are locked first, and counted by a statement of its
   * own, whose snapshot is younger: what another relay has published before it let go of the row is
   * in it. A row that another relay holds is passed over. Published rows are found by jumps from
   * one (stream, epoch) to the next, which are few.
   */
  static final String ALLOWED =
      """
      SELECT queue FROM stagedoor.queues WHERE queue = ANY (?) ORDER BY queue
         FOR UPDATE SKIP LOCKED;
      SELECT q.queue,
             greatest(0, least(
               q.max_published - CASE WHEN q.max_published IS NOT NULL THEN (
                 WITH RECURSIVE m AS (
                   (SELECT mark_stream, mark_epoch FROM stagedoor.outbox
                     WHERE state = 'live' AND mark_stream IS NOT NULL
                     ORDER BY mark_stream DESC, mark_epoch DESC LIMIT 1)
                   UNION ALL
                   SELECT n.* FROM m CROSS JOIN LATERAL (
                     SELECT o.mark_stream, o.mark_epoch FROM stagedoor.outbox o
                      WHERE o.state = 'live' AND o.mark_stream IS NOT NULL
                        AND (o.mark_stream, o.mark_epoch) < (m.mark_stream, m.mark_epoch)
                      ORDER BY o.mark_stream DESC, o.mark_epoch DESC LIMIT 1) n)
                 SELECT count(*) FROM m JOIN stagedoor.outbox o
                     ON o.mark_stream = m.mark_stream AND o.mark_epoch = m.mark_epoch
                  WHERE o.queue = q.queue AND o.state = 'live' AND o.mark_stream IS NOT NULL) END,
               floor(CASE WHEN q.rate_jobs IS NOT NULL THEN %s END)::int,
               1000000))::int AS allowed
        FROM stagedoor.queues q WHERE q.queue = ANY (?)"""
          .formatted(TOKENS);

  /** Takes out of buckets whose rows this transaction holds; never 0 rows. */
  static final String TAKE_TOKENS =
      """
      UPDATE stagedoor.queues q
         SET tokens = %s - p.taken, tokens_at = clock_timestamp()
        FROM unnest(?::text[], ?::int[]) AS p (queue, taken)
       WHERE q.queue = p.queue AND q.rate_jobs IS NOT NULL"""
          .formatted(TOKENS);

  /**
   * Queues with unmarked rows, by jumps through the index, backwards: what is dead and not yet
   * cleared away lies at the other end. Reads only. 0 rows: everything is published.
   */
  static final String QUEUES =
      """
      WITH RECURSIVE q AS (
        (SELECT queue FROM stagedoor.outbox WHERE state = 'live' AND mark_stream IS NULL
          ORDER BY queue DESC LIMIT 1)
        UNION ALL
        SELECT n.queue FROM q CROSS JOIN LATERAL (
          SELECT o.queue FROM stagedoor.outbox o
           WHERE o.state = 'live' AND o.mark_stream IS NULL AND o.queue < q.queue
           ORDER BY o.queue DESC LIMIT 1) n)
      SELECT queue FROM q""";

  /**
   * How long until the first waiting row of these queues is due: one index probe for each queue and
   * priority. Reads only. Null: none of them has one.
   */
  static final String NEXT_DUE =
      """
      SELECT (extract(epoch FROM min(n.due_at) - now()) * 1000000)::bigint AS micros
        FROM unnest(?::text[]) AS q (queue)
       CROSS JOIN generate_series(0, 9) AS p (priority)
       CROSS JOIN LATERAL (
         SELECT due_at FROM stagedoor.outbox
          WHERE queue = q.queue AND priority = p.priority::smallint
            AND state = 'live' AND mark_stream IS NULL AND due_at > now()
          ORDER BY due_at LIMIT 1) n""";

  /**
   * Every combination of stream, epoch and queue that marks stand under, by jumps through the
   * index, backwards as {@link #QUEUES}, and whether the stream is registered. Reads only. 0 rows:
   * nothing is published.
   */
  static final String MARKS =
      """
      WITH RECURSIVE m AS (
        (SELECT mark_stream, mark_epoch, queue FROM stagedoor.outbox
          WHERE state = 'live' AND mark_stream IS NOT NULL
          ORDER BY mark_stream DESC, mark_epoch DESC, queue DESC LIMIT 1)
        UNION ALL
        SELECT n.* FROM m CROSS JOIN LATERAL (
          SELECT o.mark_stream, o.mark_epoch, o.queue FROM stagedoor.outbox o
           WHERE o.state = 'live' AND o.mark_stream IS NOT NULL
             AND (o.mark_stream, o.mark_epoch, o.queue) < (m.mark_stream, m.mark_epoch, m.queue)
           ORDER BY o.mark_stream DESC, o.mark_epoch DESC, o.queue DESC LIMIT 1) n)
      SELECT m.*, EXISTS (SELECT FROM stagedoor.streams s WHERE s.stream = m.mark_stream)
                    AS registered
        FROM m""";

  /**
   * The marks written last under this epoch, some for each queue: a renewed mark keeps its old
   * entry, so the newest alone would not do. Reads only. 0 rows: nothing published under it.
   */
  static final String NEWEST_MARKS =
      """
      SELECT q.queue, n.mark_entry FROM unnest(?::text[]) AS q (queue)
       CROSS JOIN LATERAL (
         SELECT mark_entry FROM stagedoor.outbox
          WHERE mark_stream = ? AND mark_epoch = ? AND queue = q.queue AND state = 'live'
          ORDER BY marked_at DESC LIMIT 20) n""";

  /**
   * Locks rows marked by this stream, under this older epoch or before the time given. Any number
   * at once: rows that another repairer holds are passed over, and due again if it dies. Those
   * beyond the batch's bytes are locked in vain. 0 rows: nothing in doubt that nobody holds.
   */
  static final String LOCK_MARKED =
      withinBytes(
          """
          SELECT id, queue, type, payload, priority, due_at, attempt, run, round, tick,
                 request_id, traceparent, mark_entry
            FROM stagedoor.outbox
           WHERE mark_stream = ? AND mark_epoch = ? AND queue = ? AND state = 'live'
             AND marked_at < now() - ?::float8 * interval '1 ms'
           ORDER BY marked_at LIMIT ?
             FOR UPDATE SKIP LOCKED""");

  /**
   * Locks rows marked by a stream that is registered no more. As {@link #LOCK_MARKED}; 0 rows also
   * where the stream has come back.
   */
  static final String LOCK_ABANDONED =
      withinBytes(
          """
          SELECT id, queue, type, payload, priority, due_at, attempt, run, round, tick,
                 request_id, traceparent, mark_entry
            FROM stagedoor.outbox
           WHERE mark_stream = ? AND mark_epoch = ? AND queue = ? AND state = 'live'
             AND NOT EXISTS (SELECT FROM stagedoor.streams WHERE stream = ?)
           ORDER BY marked_at LIMIT ?
             FOR UPDATE OF outbox SKIP LOCKED""");

  /** Marks rows that this transaction holds, after they were published. Never 0 rows. */
  static final String MARK =
      """
      UPDATE stagedoor.outbox o
         SET mark_stream = ?, mark_epoch = ?, mark_entry = p.entry, marked_at = clock_timestamp()
        FROM unnest(?::uuid[], ?::text[]) AS p (id, entry)
       WHERE o.id = p.id""";

  /** Renews the marks of rows that this transaction holds, and found alive. Never 0 rows. */
  static final String RENEW =
      """
      UPDATE stagedoor.outbox SET mark_epoch = ?, marked_at = clock_timestamp()
       WHERE id = ANY (?::uuid[])""";

  /**
   * Raises the epoch. Any number at once: the others wait and see 0 rows, which means that somebody
   * else did, or that the stream is registered no more.
   */
  static final String RAISE =
      """
      UPDATE stagedoor.streams SET epoch = nextval('stagedoor.epochs')
       WHERE stream = ? AND epoch = ? RETURNING epoch""";

  /** Opens a transaction that waits for the disk. */
  static final String LIMIT = "SELECT " + IdleLimit.RELAY;

  /** 0 rows: not registered, or others have given up on us. */
  static final String SEEN =
      "UPDATE stagedoor.streams SET seen_at = clock_timestamp() WHERE stream = ?";

  /** Every process of a stream, at once; 0 rows: another one did. */
  static final String REGISTER =
      """
      INSERT INTO stagedoor.streams (stream) VALUES (?)
      ON CONFLICT (stream) DO NOTHING RETURNING epoch""";

  /**
   * Gives up on streams that nobody has seen for the reclaim time; a renewal at the same moment
   * wins or finds its row gone. 0 rows: all are alive.
   */
  static final String GIVE_UP =
      """
      DELETE FROM stagedoor.streams
       WHERE stream <> ? AND seen_at < now() - ?::float8 * interval '1 ms'""";

  /** A process stream that closes: others need not wait. 0 rows: given up on already. */
  static final String LEAVE = "DELETE FROM stagedoor.streams WHERE stream = ?";

  private RelaySql() {}

  /** The first of these rows whose payloads fill the bytes, the last parameter; one at least. */
  private static String withinBytes(String rows) {
    return """
        SELECT * FROM (
          SELECT r.*, sum(octet_length(r.payload)) OVER (ROWS UNBOUNDED PRECEDING)
                        - octet_length(r.payload) AS bytes_before
            FROM (%s) r) b
         WHERE bytes_before < ?"""
        .formatted(rows);
  }
}
