package dev.stagedoor.testkit.interleave;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Goes a branch to its end, then on in the ordinary way, and collects the branches that it passes.
 *
 * <p>Sleep sets (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996)
 * leave out interleavings that differ from one already on the list only in the order of steps that
 * commute: an option that was taken, or put on the list, at an earlier branch of the same node
 * sleeps in the later ones until a step comes that does not commute with it.
 */
final class Walk implements Chooser {
  private final Branch branch;
  private final List<Choice> made = new ArrayList<>();
  private final List<Branch> seen = new ArrayList<>();
  private List<Option> asleep;
  private @Nullable String diverged;

  Walk(Branch branch) {
    this.branch = branch;
    this.asleep = branch.asleep();
  }

  @Override
  public @Nullable Option choose(List<Option> options) {
    Option chosen = made.size() < given().size() ? given(options) : onwards(options);
    if (chosen != null) {
      made.add(chosen.choice());
    }
    return chosen;
  }

  private List<Choice> given() {
    return branch.start().choices();
  }

  private @Nullable Option given(List<Option> options) {
    Choice wanted = given().get(made.size());
    Optional<Option> found = options.stream().filter(o -> o.choice().equals(wanted)).findFirst();
    if (found.isEmpty()) {
      diverged = "choice " + wanted + " was there before, and now is not";
    }
    return found.orElse(null);
  }

  private @Nullable Option onwards(List<Option> options) {
    List<Option> awake = options.stream().filter(o -> !sleeps(o)).toList();
    Option chosen = awake.stream().filter(o -> o.choice().isPlain()).findFirst().orElse(null);
    branchOff(awake, chosen);
    if (chosen != null) {
      asleep = asleep.stream().filter(o -> o.commutesWith(chosen)).toList();
    }
    return chosen;
  }

  /**
   * Puts aside what was not chosen. What is to be run later sleeps on what is run earlier, not the
   * other way round: or the simplest way to a failure is left out for one that comes hundreds of
   * interleavings after it.
   */
  private void branchOff(List<Option> awake, @Nullable Option chosen) {
    List<Option> before = new ArrayList<>(asleep);
    if (chosen != null) {
      before.add(chosen);
    }
    List<Option> others = new ArrayList<>(awake);
    others.remove(chosen);
    others.sort(Comparator.comparingInt(this::rank));
    for (Option other : others) {
      branchOff(other, before);
      before.add(other);
    }
  }

  private int rank(Option option) {
    Tier tier = branchAt(option, List.of()).tier();
    return tier == null ? Tier.values().length : tier.ordinal();
  }

  private boolean sleeps(Option option) {
    return asleep.stream().anyMatch(o -> o.choice().equals(option.choice()));
  }

  private void branchOff(Option other, List<Option> before) {
    seen.add(branchAt(other, before.stream().filter(o -> o.commutesWith(other)).toList()));
  }

  private Branch branchAt(Option option, List<Option> sleeping) {
    List<Choice> choices = new ArrayList<>(made);
    choices.add(option.choice());
    return new Branch(
        branch.start().with(choices),
        sleeping,
        branch.preemptions() + (option.preempts() ? 1 : 0),
        branch.faults() + (option.choice().isPlain() ? 0 : 1),
        List.of());
  }

  /** The branches that were passed, once the interleaving has been played. */
  List<Branch> seen(Trace trace) {
    return seen.stream()
        .map(b -> new Branch(b.start(), b.asleep(), b.preemptions(), b.faults(), trace.events()))
        .toList();
  }

  /** How it went another way than before; null if it did not. */
  @Nullable String diverged(Trace trace) {
    if (diverged != null) {
      return diverged;
    }
    int shared =
        Math.min(given().size() - 1, Math.min(trace.events().size(), branch.seenIn().size()));
    for (int i = 0; i < shared; i++) {
      Event before = branch.seenIn().get(i);
      Event now = trace.events().get(i);
      if (!before.label().equals(now.label())) {
        return "run " + now.run() + " came to " + now.label() + ", before to " + before.label();
      }
    }
    return null;
  }
}
