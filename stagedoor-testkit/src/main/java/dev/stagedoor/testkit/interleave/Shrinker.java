package dev.stagedoor.testkit.interleave;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Makes a failing interleaving smaller as long as it fails in the same way: fewer runs, fewer
 * faults, deaths rather than stranger faults, fewer changes of turn, fewer steps, run A first.
 */
final class Shrinker {
  private static final int TRIES = 400;

  /** Each takes as long as a step may. */
  private static final int TRIES_OF_HANGS = 6;

  private static final Comparator<Interleaving> SIZE =
      Comparator.comparing(Interleaving::faults)
          .thenComparing(Interleaving::runs)
          .thenComparing(Interleaving::reclaimed)
          .thenComparing(Shrinker::notDeaths)
          .thenComparingInt(Shrinker::turns)
          .thenComparing(i -> i.choices().size())
          .thenComparing(Interleaving::toString);

  private final Player player;
  private int left;

  Shrinker(Player player) {
    this.player = player;
  }

  Trace shrink(Trace failing, Finding finding) throws Exception {
    Trace best = failing;
    left = failing.hung() ? TRIES_OF_HANGS : TRIES;
    Optional<Trace> smaller = smaller(best, finding);
    while (smaller.isPresent() && left > 0) {
      best = smaller.get();
      smaller = smaller(best, finding);
    }
    return best;
  }

  private Optional<Trace> smaller(Trace best, Finding finding) throws Exception {
    for (Interleaving candidate : candidates(best.interleaving())) {
      if (--left < 0) {
        break;
      }
      Trace trace = player.play(candidate, new Exactly(candidate.choices()));
      if (SIZE.compare(trace.interleaving(), best.interleaving()) < 0 && fails(trace, finding)) {
        return Optional.of(trace);
      }
    }
    return Optional.empty();
  }

  private static boolean fails(Trace trace, Finding finding) {
    return trace.complete()
        && trace.findings().stream()
            .anyMatch(f -> f.verdict() == finding.verdict() && f.effect().equals(finding.effect()));
  }

  private static List<Interleaving> candidates(Interleaving from) {
    List<Interleaving> candidates = new ArrayList<>();
    if (from.runs() > 1) {
      candidates.add(withoutLastRun(from));
    }
    if (from.reclaimed()) {
      candidates.add(new Interleaving(from.runs(), false, from.choices()));
    }
    List<Choice> choices = from.choices();
    for (int i = 0; i < choices.size(); i++) {
      if (!choices.get(i).isPlain()) {
        candidates.add(from.with(withoutFault(choices, i)));
      }
    }
    for (int i = 0; i < choices.size(); i++) {
      if (choices.get(i) instanceof Choice.Step step && !isDeath(step) && !step.isPlain()) {
        candidates.add(
            from.with(replaced(choices, i, new Choice.Step(step.run(), step.at(), Choice.CRASH))));
      }
    }
    candidates.add(from.with(choices.stream().map(Shrinker::renamed).toList()));
    for (int i = 0; i < choices.size(); i++) {
      candidates.add(from.with(choices.subList(0, i)));
    }
    for (int i = 0; i + 1 < choices.size(); i++) {
      if (turns(choices.get(i), choices.get(i + 1))) {
        candidates.add(from.with(swapped(choices, i)));
      }
    }
    return candidates;
  }

  private static Interleaving withoutLastRun(Interleaving from) {
    int runs = from.runs() - 1;
    String last = Run.name(runs);
    return new Interleaving(
        runs,
        from.reclaimed() && runs > 1,
        from.choices().stream()
            .filter(choice -> !(choice instanceof Choice.Step step && step.run().equals(last)))
            .toList());
  }

  private static List<Choice> withoutFault(List<Choice> choices, int i) {
    if (choices.get(i) instanceof Choice.Step step) {
      return replaced(choices, i, new Choice.Step(step.run(), step.at(), Choice.NONE));
    }
    List<Choice> fewer = new ArrayList<>(choices);
    fewer.remove(i);
    return fewer;
  }

  private static List<Choice> replaced(List<Choice> choices, int i, Choice by) {
    List<Choice> other = new ArrayList<>(choices);
    other.set(i, by);
    return other;
  }

  /** A for B and B for A. */
  private static Choice renamed(Choice choice) {
    if (choice instanceof Choice.Step step && step.run().matches("[AB]")) {
      return new Choice.Step(step.run().equals("A") ? "B" : "A", step.at(), step.fault());
    }
    return choice;
  }

  private static boolean isDeath(Choice choice) {
    return choice instanceof Choice.Step step && step.fault().equals(Choice.CRASH);
  }

  private static long notDeaths(Interleaving interleaving) {
    return interleaving.faults()
        - interleaving.choices().stream().filter(Shrinker::isDeath).count();
  }

  /** The turn that ends at i and the one that begins after it change places. */
  private static List<Choice> swapped(List<Choice> choices, int i) {
    int from = i;
    while (from > 0 && !turns(choices.get(from - 1), choices.get(from))) {
      from--;
    }
    int to = i + 1;
    while (to + 1 < choices.size() && !turns(choices.get(to), choices.get(to + 1))) {
      to++;
    }
    List<Choice> other = new ArrayList<>(choices);
    Collections.rotate(other.subList(from, to + 1), to - i);
    return other;
  }

  private static int turns(Interleaving interleaving) {
    int turns = 0;
    List<Choice> choices = interleaving.choices();
    for (int i = 0; i + 1 < choices.size(); i++) {
      turns += turns(choices.get(i), choices.get(i + 1)) ? 1 : 0;
    }
    return turns;
  }

  private static boolean turns(Choice one, Choice next) {
    return one instanceof Choice.Step a
        && next instanceof Choice.Step b
        && !a.run().equals(b.run());
  }
}
