package dev.stagedoor.relay;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes when a test says so. */
final class ManualTicker implements Ticker {
  private final AtomicLong now = new AtomicLong(1_000_000_000_000L);

  @Override
  public long nanos() {
    return now.get();
  }

  void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
