package dev.stagedoor.testkit.interleave;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way that has been seen and not been gone: choices up to the one that leaves the way from which
 * it was seen.
 *
 * @param asleep options at its end that lead only to what other branches lead to
 * @param seenIn the events of the interleaving that it leaves, for comparison
 */
record Branch(
    Interleaving start, List<Option> asleep, int preemptions, int faults, List<Event> seenIn) {

  static Branch root(int runs, boolean reclaimed) {
    return new Branch(new Interleaving(runs, reclaimed, List.of()), List.of(), 0, 0, List.of());
  }

  @Nullable Tier tier() {
    return Tier.of(start.runs(), faults, preemptions);
  }

  /** How far from what happens every day: who is cheaper is run first. */
  int cost() {
    long deaths =
        start.choices().stream()
            .filter(c -> c instanceof Choice.Step s && s.fault().equals(Choice.CRASH))
            .count();
    return 2 * preemptions + 4 * faults - (int) deaths;
  }
}
