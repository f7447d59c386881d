package dev.stagedoor.testkit.interleave;

import java.util.concurrent.TimeUnit;

/**
 * How long a step may take before it is asked whether the run waits for a lock: what steps took
 * lately. On a busy machine steps are slow, and questions only make them slower.
 */
final class Patience {
  private static final long SHORTEST = TimeUnit.MICROSECONDS.toNanos(150);
  private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int WEIGHT = 16;

  private volatile long mean = SHORTEST;

  long nanos() {
    return Math.min(LONGEST, Math.max(SHORTEST, mean));
  }

  /** A step that waited for nothing took so long. */
  void took(long nanos) {
    long before = mean; // one writer at a time, whoever has the baton
    mean = before + (Math.min(nanos, LONGEST) - before) / WEIGHT;
  }
}
