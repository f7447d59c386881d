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
    boolean sameRun =
        choice instanceof Choice.Step mine
            && other.choice() instanceof Choice.Step theirs
            && mine.run().equals(theirs.run());
    return !sameRun && !isJump() && !other.isJump() && !footprint.meets(other.footprint());
  }

  /** Time is everybody's. */
  private boolean isJump() {
    return choice instanceof Choice.Jump;
  }
}
