package dev.stagedoor.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What a schedule that is due comes to.
 *
 * @param ticks to be enqueued, oldest first
 * @param lastTick every tick up to here is dealt with then
 * @param nextTick when to look again
 */
record Move(List<Instant> ticks, Instant lastTick, Instant nextTick) {
  /** Ticks that one transaction enqueues; the rest follows at once. */
  static final int MOST = 1_000;

  /** Late by no more than this is not missed. */
  static final Duration LATE = Duration.ofMinutes(1);

  /**
   * @param lastTick as stored
   * @param now the database's
   */
  static Move of(Timing timing, Missed missed, Instant lastTick, Instant now) {
    return missed == Missed.ALL
        ? all(timing, lastTick, now)
        : newest(timing, missed, lastTick, now);
  }

  private static Move all(Timing timing, Instant lastTick, Instant now) {
    List<Instant> ticks = new ArrayList<>();
    Instant last = lastTick;
    Instant next = timing.next(last);
    while (ticks.size() < MOST && !next.isAfter(now)) {
      ticks.add(next);
      last = next;
      next = timing.next(last);
    }
    return new Move(List.copyOf(ticks), last, next);
  }

  private static Move newest(Timing timing, Missed missed, Instant lastTick, Instant now) {
    Instant last = timing.newest(lastTick, now).orElse(lastTick);
    boolean none = last.equals(lastTick) || missed == Missed.SKIP && last.isBefore(now.minus(LATE));
    return new Move(none ? List.of() : List.of(last), last, timing.next(last));
  }
}
