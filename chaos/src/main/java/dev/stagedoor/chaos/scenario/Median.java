package dev.stagedoor.chaos.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The middle of what was measured. */
final class Median {
  private Median() {}

  /** Null of nothing. */
  static @Nullable Double of(List<Integer> measured) {
    List<Integer> sorted = measured.stream().sorted().toList();
    int size = sorted.size();
    return size == 0 ? null : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2.0;
  }

  /** The smallest that is not exceeded by this part of the sorted values; null of nothing. */
  static @Nullable Long quantile(List<Long> sorted, double part) {
    int index = (int) Math.ceil(part * sorted.size()) - 1;
    return sorted.isEmpty() ? null : sorted.get(Math.max(0, index));
  }
}
