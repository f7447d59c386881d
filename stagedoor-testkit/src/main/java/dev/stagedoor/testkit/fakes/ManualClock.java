package dev.stagedoor.testkit.fakes;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until it is told how much time has passed; elapsed time and the time of
 * day go together. Its ticks overflow after a minute, as those of a JVM may at any time: only
 * differences mean anything. Thread-safe.
 */
public final class ManualClock implements Ticker, InstantSource {
  private static final long FIRST_TICK = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos();

  private final Instant begun;
  private final AtomicLong passed = new AtomicLong();

  private ManualClock(Instant begun) {
    this.begun = begun;
  }

  /** Stands at this time. */
  public static ManualClock at(Instant time) {
    return new ManualClock(time);
  }

  /**
   * Lets time pass.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("advance by " + by + ": time goes forward only");
    }
    passed.addAndGet(by.toNanos());
  }

  @Override
  public long nanos() {
    return FIRST_TICK + passed.get();
  }

  @Override
  public Instant instant() {
    return begun.plusNanos(passed.get());
  }

  @Override
  public String toString() {
    return "ManualClock at " + instant();
  }
}
