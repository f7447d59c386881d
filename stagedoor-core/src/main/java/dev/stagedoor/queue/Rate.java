package dev.stagedoor.queue;

import java.time.Duration;

/**
 * So many jobs in so long, as a bucket: after a quiet span all of them at once, then as it fills.
 *
 * @param jobs one or more
 * @param per whole milliseconds, at most 31 days
 */
public record Rate(int jobs, Duration per) {
  private static final Duration LONGEST = Duration.ofDays(31);

  public Rate {
    if (jobs < 1) {
      throw new IllegalArgumentException("rate of " + jobs + " jobs: give 1 or more, or pause");
    }
    if (per.isNegative()
        || per.isZero()
        || per.compareTo(LONGEST) > 0
        || !per.equals(Duration.ofMillis(per.toMillis()))) {
      throw new IllegalArgumentException(
          "rate of "
              + jobs
              + " jobs in "
              + per
              + ": give whole milliseconds, 1 or more and at most "
              + LONGEST);
    }
  }
}
