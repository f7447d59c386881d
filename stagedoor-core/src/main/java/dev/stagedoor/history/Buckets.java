package dev.stagedoor.history;

import java.time.Duration;
import java.util.Arrays;

/** How many durations were at most so long, by fixed bounds. For one thread at a time. */
final class Buckets {
  /** The same as {@code stagedoor.bucket_bounds()}, in milliseconds. */
  static final int[] BOUNDS = {
    5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000, 3_600_000
  };

  private final Integer[] counts = new Integer[BOUNDS.length + 1];

  Buckets() {
    Arrays.fill(counts, 0);
  }

  void add(Duration value) {
    counts[place(value)]++;
  }

  void addAll(Buckets others) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += others.counts[i];
    }
  }

  private static int place(Duration value) {
    int place = 0;
    while (place < BOUNDS.length && value.compareTo(Duration.ofMillis(BOUNDS[place])) > 0) {
      place++;
    }
    return place;
  }

  /** One for each bound, and the rest. */
  Integer[] counts() {
    return counts.clone();
  }
}
