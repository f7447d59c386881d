package dev.stagedoor.testkit.zoo;

import dev.stagedoor.testkit.Exploration;
import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.interleave.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the kit said of each specimen that was run; each is explored once. */
final class Explored {
  private final int interleavings;
  private final Map<Specimen, Exploration> said = new LinkedHashMap<>();
  private long replays;
  private long identical;

  /**
   * @param interleavings of each right one, at most; wrong ones have as many as anybody's
   */
  Explored(int interleavings) {
    this.interleavings = interleavings;
  }

  Exploration of(Specimen specimen) {
    Exploration before = said.get(specimen);
    if (before != null) {
      return before;
    }
    SecondRun<?> asked = specimen.secondRun().get();
    Exploration now = (specimen.isWrong() ? asked : asked.atMost(interleavings)).explore();
    said.put(specimen, now);
    return now;
  }

  /** Plays what was found once more: is it the same, line by line? */
  boolean isReplayed(Specimen specimen) {
    Exploration found = of(specimen);
    boolean same = specimen.secondRun().get().replay(found.replay()).trace().equals(found.trace());
    replays++;
    identical += same ? 1 : 0;
    return same;
  }

  /** Smallest interleavings that were played again. */
  long replays() {
    return replays;
  }

  /** Those of them that went the same way. */
  long replaysIdentical() {
    return identical;
  }

  boolean isComplete() {
    return said.size() == Specimen.all().size();
  }

  /** Wrong ones for which the kit said what is wrong with them. */
  long found() {
    return said.entrySet().stream()
        .filter(e -> e.getKey().isWrong() && e.getValue().verdict() == e.getKey().expected())
        .count();
  }

  /** Right ones that the kit did not let pass. */
  long falseAlarms() {
    return said.entrySet().stream()
        .filter(e -> !e.getKey().isWrong() && e.getValue().verdict() != Verdict.ONCE)
        .count();
  }

  /** Over all specimens. */
  long medianMillis() {
    List<Long> millis =
        new ArrayList<>(said.values().stream().map(e -> e.elapsed().toMillis()).sorted().toList());
    return millis.isEmpty() ? 0 : millis.get(millis.size() / 2);
  }

  /** Interleavings of the built-in techniques. */
  long builtInInterleavings() {
    return builtIn().stream().mapToLong(Exploration::interleavings).sum();
  }

  /** Built-in techniques of which the kit said this. */
  long builtIn(Verdict verdict) {
    return builtIn().stream().filter(e -> e.verdict() == verdict).count();
  }

  private List<Exploration> builtIn() {
    return said.keySet().stream()
        .filter(Specimen::isBuiltIn)
        .map(specimen -> Objects.requireNonNull(said.get(specimen)))
        .toList();
  }

  /** By specimen; the wrong ones only. */
  Map<Specimen, String> smallest() {
    Map<Specimen, String> smallest = new LinkedHashMap<>();
    said.forEach(
        (specimen, exploration) -> {
          if (specimen.isWrong()) {
            smallest.put(specimen, exploration.replay());
          }
        });
    return smallest;
  }
}
