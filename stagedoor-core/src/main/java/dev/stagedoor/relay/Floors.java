package dev.stagedoor.relay;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * From which due time on a short poll looks, for each queue and priority: everything below has been
 * published, but for rows that committed late or that another relay held and gave back, which the
 * next full scan finds. The floor lags by a second, so that ordinary commits are not late.
 *
 * <p>Without it each poll walks every dead index entry of rows published since the oldest snapshot.
 */
final class Floors {
  private static final Duration LAG = Duration.ofSeconds(1);
  static final String NONE = "-infinity";

  private record Lane(String queue, int priority) {}

  private final Map<Lane, Instant> floors = new HashMap<>();

  /** As PostgreSQL reads it. */
  String of(String queue, int priority) {
    Instant floor = floors.get(new Lane(queue, priority));
    return floor == null ? NONE : floor.toString();
  }

  /** The queue held nothing more at this time. */
  void emptied(String queue, Instant now) {
    for (int priority = 0; priority <= 9; priority++) {
      raise(queue, priority, now);
    }
  }

  /** These were published; rows behind them may be due. */
  void reached(List<LockedRow> rows) {
    for (LockedRow row : rows) {
      raise(row.queue(), row.priority(), row.dueAt());
    }
  }

  /**
   * A scan of all has found these and did not come to the end: more of what lies below the floors
   * is due, and the next polls go on from here instead of waiting for a scan each.
   */
  void foundBelow(List<LockedRow> rows) {
    rows.forEach(row -> floors.remove(new Lane(row.queue(), row.priority())));
  }

  private void raise(String queue, int priority, Instant to) {
    floors.merge(
        new Lane(queue, priority), to.minus(LAG), (old, now) -> now.isAfter(old) ? now : old);
  }

  void forget(String queue) {
    floors.keySet().removeIf(lane -> lane.queue().equals(queue));
  }
}
