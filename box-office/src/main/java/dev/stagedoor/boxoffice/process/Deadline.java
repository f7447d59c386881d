package dev.stagedoor.boxoffice.process;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;

/** The moment by which something has to be over. Immutable. */
public final class Deadline {
  private final long at;

  private Deadline(long at) {
    this.at = at;
  }

  public static Deadline in(Duration limit) {
    return new Deadline(Ticker.SYSTEM.nanos() + limit.toNanos());
  }

  public boolean isOver() {
    return left().isZero();
  }

  /** Never negative. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, at - Ticker.SYSTEM.nanos()));
  }

  /** The shorter of what is left and this. */
  public Duration atMost(Duration longest) {
    Duration left = left();
    return left.compareTo(longest) < 0 ? left : longest;
  }
}
