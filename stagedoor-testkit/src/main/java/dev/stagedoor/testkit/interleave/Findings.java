package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Boundary;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What is wrong with an interleaving, the first of each verdict. Thread-safe. */
final class Findings {
  private final Queue<Finding> findings = new ConcurrentLinkedQueue<>();

  List<Finding> all() {
    return List.copyOf(findings);
  }

  void add(Finding finding) {
    if (findings.stream().noneMatch(before -> before.verdict() == finding.verdict())) {
      findings.add(finding);
    }
  }

  void swallowed(Run run, String where) {
    add(
        Finding.of(
            Verdict.SWALLOWED_CRASH,
            "run " + run.name() + " died before " + where + ", and its handler caught that",
            "before " + where));
  }

  /** Told on the thread that strayed. */
  void strayThread(Run run, Boundary boundary) {
    Thread stray = Thread.currentThread();
    add(
        Finding.of(
            Verdict.OWN_THREADS,
            "thread \""
                + stray.getName()
                + "\" used the world of run "
                + run.name()
                + " for "
                + boundary.label(),
            Place.of(stray.getStackTrace())));
  }

  /** With the stacks of all that are not over. */
  void hang(Run run, String how, List<Run> runs) {
    StringBuilder stacks = new StringBuilder();
    for (Run each : runs) {
      if (each.state() != Run.State.ENDED) {
        stacks.append("run ").append(each.name()).append(":\n");
        stacks.append(Place.whole(each.thread().getStackTrace()));
      }
    }
    add(Finding.of(Verdict.STUCK, "run " + run.name() + " " + how, stacks.toString()));
  }
}
