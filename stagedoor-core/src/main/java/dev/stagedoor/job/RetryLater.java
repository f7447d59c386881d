package dev.stagedoor.job;

import java.time.Duration;
import java.util.Objects;

/**
 * Thrown by a handler: not now, look again after a delay. Not a failure: the retry budget is not
 * touched; only the maximum age bounds how often a job may say so.
 */
@SuppressWarnings("serial")
public class RetryLater extends RuntimeException {
  private final transient Duration delay;

  private RetryLater(Duration delay, String why) {
    super(why);
    this.delay = Objects.requireNonNull(delay, "delay");
  }

  /** Due again this long from now, by the database's clock. */
  public static RetryLater in(Duration delay) {
    return because("not now; again in " + delay, delay);
  }

  /** As {@link #in}, with the reason that an operator reads. */
  public static RetryLater because(String why, Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("retry later in " + delay + ": give zero or more");
    }
    return new RetryLater(delay, why);
  }

  public Duration delay() {
    return delay;
  }
}
