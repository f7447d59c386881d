package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Footprint;

/**
 * What could happen next.
 *
 * @param preempts whether it takes the turn from a run that could go on
 */
record Option(Choice choice, Footprint footprint, boolean preempts) {
  /** Whether the order of the two makes no difference. */
  boolean commutesWith(Option other) {
    if (choice instanceof Choice.Step mine && other.choice() instanceof Choice.Step theirs) {
      return !mine.run().equals(theirs.run()) && !footprint.meets(other.footprint());
    }
    return false; // time is everybody's
  }
}
