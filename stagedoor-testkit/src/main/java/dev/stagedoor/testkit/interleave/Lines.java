package dev.stagedoor.testkit.interleave;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What has happened so far, in order. Written by whoever has the stage's baton; a run's own last
 * line also by that run.
 */
final class Lines {
  private final List<Line> lines = new ArrayList<>();

  /** A run is let go from where it is. */
  void step(Run run, String fault) {
    lines.add(new Line(run.name(), Stage.number(run), run.at(), fault));
  }

  /** Another process passed these and died at the last. */
  void buried(Run run, List<Death.Passed> passed) {
    for (int i = 0; i < passed.size(); i++) {
      boolean last = i == passed.size() - 1;
      lines.add(new Line(run.name(), i + 1, passed.get(i), last ? Choice.CRASH : Choice.NONE));
    }
  }

  /** Something that happens to no run. */
  void note(String label) {
    lines.add(new Line(label));
  }

  /** A run has ended by what it threw. */
  void threw(Run run, Throwable failure) {
    lines.add(new Line(run.name(), failure));
  }

  Optional<Line> lastOf(Run run) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (lines.get(i).isOf(run)) {
        return Optional.of(lines.get(i));
      }
    }
    return Optional.empty();
  }

  List<Event> events() {
    return lines.stream().map(Line::event).toList();
  }
}
