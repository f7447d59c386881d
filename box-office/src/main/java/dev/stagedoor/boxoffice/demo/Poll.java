package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Asks what nobody tells. */
final class Poll {
  private Poll() {}

  /**
   * Asks again and again.
   *
   * @return false if it did not hold within the limit
   */
  static boolean until(BooleanSupplier holds, Duration every, Duration limit)
      throws InterruptedException {
    long deadline = Ticker.SYSTEM.nanos() + limit.toNanos();
    while (!holds.getAsBoolean()) {
      if (Ticker.SYSTEM.nanos() >= deadline) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(every.toMillis());
    }
    return true;
  }
}
