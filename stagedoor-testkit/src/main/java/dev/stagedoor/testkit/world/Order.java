package dev.stagedoor.testkit.world;

/** What a run that waits at a boundary is told. Death is not among it: that is thrown. */
public sealed interface Order {
  /** Let it happen. */
  Order GO = new Go();

  /** Let it happen, and lose the reply. */
  Order LOSE = new Lose();

  record Go() implements Order {}

  record Lose() implements Order {}

  /** Do nothing, and answer with this refusal. */
  record Reject(String name) implements Order {}
}
