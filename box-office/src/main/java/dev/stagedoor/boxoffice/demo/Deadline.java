package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;

/** The moment by which the demo has to be quiet. Immutable. */
final class Deadline {
  private final long at;

  private Deadline(long at) {
    this.at = at;
  }

  static Deadline in(Duration limit) {
    return new Deadline(Ticker.SYSTEM.nanos() + limit.toNanos());
  }

  boolean isOver() {
    return left().isZero();
  }

  /** Never negative. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, at - Ticker.SYSTEM.nanos()));
  }

  /** The shorter of what is left and this. */
  Duration atMost(Duration longest) {
    Duration left = left();
    return left.compareTo(longest) < 0 ? left : longest;
  }
}
