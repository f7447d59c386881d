package dev.stagedoor.chaos.crew;

import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.StreamUnavailable;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Whether this process has lost the stream, alone: it goes on with what it runs, and cannot learn
 * that others have its entries. Thread-safe.
 */
final class CutOff {
  private volatile OptionalLong since = OptionalLong.empty();

  void begin() {
    since = OptionalLong.of(Ticker.SYSTEM.nanos());
  }

  /**
   * @throws StreamUnavailable once it has begun
   */
  void pass() {
    if (since.isPresent()) {
      throw new StreamUnavailable("cut off", null);
    }
  }

  /** Waits until it has lasted for so long; false, at once, where it has not begun. */
  boolean lasts(Duration atLeast) throws InterruptedException {
    OptionalLong begun = since;
    if (begun.isPresent()) {
      long left = begun.getAsLong() + atLeast.toNanos() - Ticker.SYSTEM.nanos();
      TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
    }
    return begun.isPresent();
  }
}
