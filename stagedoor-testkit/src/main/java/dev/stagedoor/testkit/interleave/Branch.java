package dev.stagedoor.testkit.interleave;

import java.time.Duration;
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
  private static final Duration LONG = Duration.ofHours(1);

  static Branch root(int runs, boolean reclaimed) {
    return new Branch(new Interleaving(runs, reclaimed, List.of()), List.of(), 0, 0, List.of());
  }

  @Nullable Tier tier() {
    return isLate() ? Tier.LATE : Tier.of(start.runs(), faults, preemptions);
  }

  /** One run; the clock jumps right before something goes wrong: as if it came again much later. */
  private boolean isLate() {
    List<Choice> choices = start.choices();
    int last = choices.size() - 1;
    return start.runs() == 1
        && faults == 2
        && !choices.get(last).isPlain()
        && choices.get(last) instanceof Choice.Step
        && choices.get(last - 1) instanceof Choice.Jump;
  }

  /**
   * How far from what happens every day: who is cheaper is run first. A death is cheaper than
   * another fault, and so is a jump of the clock at which another run takes its turn; a day is
   * dearer than minutes.
   */
  int cost() {
    int cost = 2 * preemptions + 4 * faults;
    List<Choice> choices = start.choices();
    for (int i = 0; i < choices.size(); i++) {
      if (choices.get(i) instanceof Choice.Step step && step.fault().equals(Choice.CRASH)) {
        cost--;
      } else if (choices.get(i) instanceof Choice.Jump && turnsAt(choices, i)) {
        cost -= 4;
      }
      if (choices.get(i) instanceof Choice.Jump jump && jump.by().compareTo(LONG) > 0) {
        cost++;
      }
    }
    return cost;
  }

  private static boolean turnsAt(List<Choice> choices, int jump) {
    return jump > 0
        && jump + 1 < choices.size()
        && choices.get(jump - 1) instanceof Choice.Step before
        && choices.get(jump + 1) instanceof Choice.Step after
        && !before.run().equals(after.run());
  }
}
