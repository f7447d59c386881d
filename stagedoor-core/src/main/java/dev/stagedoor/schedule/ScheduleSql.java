package dev.stagedoor.schedule;

import dev.stagedoor.tx.IdleLimit;

/** The statements of {@link Scheduler} and {@link Schedules}. Times are the database's. */
final class ScheduleSql {
  private ScheduleSql() {}

  /**
   * Registers schedules, all processes at once; by name, so that no two wait for each other. A new
   * one has missed nothing, nor has one whose plan is another than before; that also fences off a
   * process which read the row under the older plan. All are looked at next, since time zone data
   * may have changed. Always as many rows as asked for.
   */
  static final String REGISTER =
      """
      SELECT %s;
      /* stagedoor: register schedules */
      INSERT INTO stagedoor.schedules AS s
             (name, type, queue, payload, kind, expression, zone, missed,
              last_tick, next_tick, updated_at)
      SELECT a.*, c.now, c.now, c.now
        FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                    ?::text[]) AS a
       CROSS JOIN (SELECT clock_timestamp() AS now) c
       ORDER BY 1
          ON CONFLICT (name) DO UPDATE
         SET type = excluded.type, queue = excluded.queue, payload = excluded.payload,
             kind = excluded.kind, expression = excluded.expression, zone = excluded.zone,
             missed = excluded.missed,
             last_tick = CASE WHEN (s.kind, s.expression, s.zone)
                                   IS DISTINCT FROM
                                   (excluded.kind, excluded.expression, excluded.zone)
                              THEN greatest(s.last_tick, excluded.last_tick)
                              ELSE s.last_tick END,
             next_tick = greatest(s.last_tick, excluded.next_tick),
             updated_at = excluded.updated_at"""
          .formatted(IdleLimit.OTHERS);

  /** Reads only. Fewer rows than names: somebody has deleted one. */
  static final String LOOK =
      """
      SELECT %s;
      /* stagedoor: look at schedules */
      SELECT s.name, s.type, s.kind, s.expression, s.zone, s.paused, s.last_tick, s.next_tick,
             c.now
        FROM stagedoor.schedules s
       CROSS JOIN (SELECT clock_timestamp() AS now) c
       WHERE s.name = ANY (?::text[])
       ORDER BY s.next_tick, s.name"""
          .formatted(IdleLimit.OTHERS);

  /**
   * Moves a schedule and enqueues its ticks, every process at once: who comes second waits for
   * nothing and gets 0 rows, because the row is locked or its last tick is not the one that was
   * read. 0 rows decide nothing: the row is looked at again.
   *
   * <p>The jobs are those of the row, so of the process that registered last. Due now, not at the
   * tick: the maximum age of a tick that was missed for a day begins when it is enqueued; jobs due
   * at one instant go by id, so by tick.
   *
   * <p>No {@code ON CONFLICT}: a tick lies after the last tick that was read, and nobody else's
   * transaction has moved it, so nobody has written its id. Were it there nonetheless, somebody has
   * set the last tick back by hand, and an error is better than a job that is left out unseen.
   */
  static final String MOVE =
      """
      SELECT %s;
      /* stagedoor: enqueue ticks */
      WITH mine AS (
        SELECT name FROM stagedoor.schedules
         WHERE name = ? AND last_tick = ? AND NOT paused
           FOR UPDATE SKIP LOCKED),
      moved AS (
        UPDATE stagedoor.schedules s
           SET last_tick = ?, next_tick = ?, updated_at = clock_timestamp()
          FROM mine WHERE s.name = mine.name
        RETURNING s.type, s.queue, s.payload),
      enqueued AS (
        INSERT INTO stagedoor.outbox
               (id, queue, type, payload, due_at, age_from, created_at, tick)
        SELECT t.id, m.queue, m.type, m.payload, c.now, c.now, c.now, t.tick
          FROM moved m
         CROSS JOIN unnest(?::uuid[], ?::timestamptz[]) AS t (id, tick)
         CROSS JOIN (SELECT clock_timestamp() AS now) c)
      SELECT type FROM moved"""
          .formatted(IdleLimit.OTHERS);

  /** Anybody; a scheduler that is enqueuing a tick is waited for. 0 rows: paused, or unknown. */
  static final String PAUSE =
      """
      UPDATE stagedoor.schedules SET paused = true, updated_at = clock_timestamp()
       WHERE name = ? AND NOT paused""";

  /**
   * Anybody. Ticks that came while it was paused are not missed. 0 rows: not paused, or unknown.
   */
  static final String RESUME =
      """
      UPDATE stagedoor.schedules s
         SET paused = false, last_tick = greatest(s.last_tick, c.now),
             next_tick = greatest(s.last_tick, c.now), updated_at = c.now
        FROM (SELECT clock_timestamp() AS now) c
       WHERE s.name = ? AND s.paused""";

  /** Reads only. */
  static final String LIST =
      """
      SELECT name, type, queue, expression, zone, missed, last_tick, next_tick, paused, updated_at
        FROM stagedoor.schedules ORDER BY name""";

  /** Reads only; 0 rows: unknown. */
  static final String NOW =
      """
      SELECT date_trunc('milliseconds', clock_timestamp()) AS now
        FROM stagedoor.schedules WHERE name = ?""";

  /**
   * Enqueues a job of the schedule and leaves its ticks alone. Anybody, at any time. 0 rows:
   * somebody did in the same millisecond.
   */
  static final String RUN_NOW =
      """
      /* stagedoor: run a schedule now */
      INSERT INTO stagedoor.outbox
             (id, queue, type, payload, due_at, age_from, created_at, tick)
      SELECT ?, s.queue, s.type, s.payload, c.now, c.now, c.now, ?
        FROM stagedoor.schedules s
       CROSS JOIN (SELECT clock_timestamp() AS now) c
       WHERE s.name = ?
          ON CONFLICT (id) DO NOTHING
      RETURNING type""";
}
