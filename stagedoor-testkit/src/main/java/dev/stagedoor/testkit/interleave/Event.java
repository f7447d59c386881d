package dev.stagedoor.testkit.interleave;

/**
 * One line of what happened.
 *
 * @param run empty for what happened to none: a clock's jump
 * @param at the boundary's number in the run
 * @param label what was about to happen
 * @param detail arguments, for people
 * @param fault as in {@link Choice.Step}
 * @param waited whether the run waited for another's lock
 * @param outcome what came of it; empty if nothing was told
 */
public record Event(
    String run, int at, String label, String detail, String fault, boolean waited, String outcome) {

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
        + outcome;
  }
}
