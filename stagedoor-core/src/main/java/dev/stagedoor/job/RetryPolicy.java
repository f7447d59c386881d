package dev.stagedoor.job;

import java.time.Duration;

/**
 * How often, how soon and how long a failed job is tried again.
 *
 * @param maxFailures after this many counted failures the job is dead; 0 means that the first
 *     failure is the last
 * @param firstDelay before the first retry; doubles each time, ±20 %
 * @param maxDelay no delay is longer (before the ±20 %)
 * @param maxAge from the first due time; a retry that would come later is not made
 */
public record RetryPolicy(
    int maxFailures, Duration firstDelay, Duration maxDelay, Duration maxAge) {
  /** 12 failures, 15 s doubling up to 1 h (about 4 h in all), at most 20 h old. */
  public static final RetryPolicy STANDARD =
      new RetryPolicy(12, Duration.ofSeconds(15), Duration.ofHours(1), Duration.ofHours(20));

  public RetryPolicy {
    if (maxFailures < 0) {
      throw new IllegalArgumentException("maxFailures " + maxFailures + ": give 0 or more");
    }
    requirePositive("firstDelay", firstDelay);
    requirePositive("maxDelay", maxDelay);
    requirePositive("maxAge", maxAge);
  }

  /** The same budget with other limits on failures. */
  public RetryPolicy withMaxFailures(int failures) {
    return new RetryPolicy(failures, firstDelay, maxDelay, maxAge);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " " + value + ": give more than zero");
    }
  }
}
