package dev.stagedoor.boxoffice.process;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Asks what nobody tells. */
public final class Poll {
  private Poll() {}

  /**
   * Asks again and again.
   *
   * @return false if it did not hold within the limit
   */
  public static boolean until(BooleanSupplier holds, Duration every, Duration limit)
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
