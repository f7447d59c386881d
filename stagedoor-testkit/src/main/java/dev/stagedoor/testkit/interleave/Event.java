package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Boundary;
import dev.stagedoor.testkit.world.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One line of what happened.
 *
 * @param run empty for what happened to none: a clock's jump
 * @param kind of the boundary; null for what is none
 * @param at the boundary's number in the run
 * @param label what was about to happen
 * @param detail arguments, for people
 * @param fault as in {@link Choice.Step}
 * @param waited whether the run waited for another's lock
 * @param outcome what came of it
 */
public record Event(
    String run,
    Boundary.@Nullable Kind kind,
    int at,
    String label,
    String detail,
    String fault,
    boolean waited,
    Outcome outcome) {

  /** Whether the effect happened, as far as the server or the provider is concerned. */
  public boolean happened() {
    return !fault.equals(Choice.CRASH) && outcome.kind() != Outcome.Kind.NO_EFFECT;
  }

  /** The same in every run of the same interleaving. */
  String trace() {
    return run
        + ":"
        + at
        + " "
        + label
        + (fault.isEmpty() ? "" : " !" + fault)
        + (waited ? " (waited)" : "")
        + " -> "
        + outcome.words();
  }
}
