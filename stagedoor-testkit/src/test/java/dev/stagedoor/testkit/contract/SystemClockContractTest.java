package dev.stagedoor.testkit.contract;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The clocks of this JVM: nothing can move them, so the suite spins for a few microseconds. */
class SystemClockContractTest implements ClockContract {
  @Override
  public Ticker ticker() {
    return Ticker.SYSTEM;
  }

  @Override
  public InstantSource instants() {
    return InstantSource.system();
  }

  @Override
  public void pass(Duration time) {
    long tick = ticker().nanos();
    Instant instant = instants().instant();
    while (ticker().nanos() - tick < time.toNanos()
        || Duration.between(instant, instants().instant()).compareTo(time) < 0) {
      Thread.onSpinWait();
    }
  }

  @Override
  public Duration step() {
    return Duration.ofNanos(50_000);
  }
}
