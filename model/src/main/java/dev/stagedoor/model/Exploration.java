package dev.stagedoor.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A scenario that was explored, and what was found.
 *
 * @param violated null if all holds
 * @param trace how it comes to that; empty if all holds
 */
record Exploration(
    Scenario scenario,
    int states,
    int steps,
    int depth,
    double seconds,
    @Nullable Property violated,
    List<String> trace) {
  private static final int MOST_STATES = 10_000_000;

  static Exploration of(Scenario scenario) {
    long before = System.nanoTime();
    Protocol protocol = new Protocol(scenario);
    Search.Found<State> found = new Search<>(protocol, MOST_STATES).run();
    return new Exploration(
        scenario,
        found.states(),
        found.steps(),
        found.depth(),
        (System.nanoTime() - before) / 1e9,
        found.violated(),
        found.violated() == null ? List.of() : Trace.of(protocol, found));
  }

  boolean holds() {
    return violated == null;
  }

  /** One line, and the trace below it. */
  String text() {
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%-28s %,10d states %,11d steps, %3d deep, %6.1f s  %s",
                scenario.name(),
                states,
                steps,
                depth,
                seconds,
                violated == null ? "holds" : violated));
    trace.forEach(line -> text.append("\n    ").append(line));
    return text.toString();
  }
}
