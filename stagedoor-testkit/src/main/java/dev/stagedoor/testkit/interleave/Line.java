package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Boundary;
import dev.stagedoor.testkit.world.Outcome;
import org.jspecify.annotations.Nullable;

/** An event that is not over. */
final class Line {
  private final String run;
  private final Boundary.@Nullable Kind kind;
  private final int at;
  private final String label;
  private final String detail;
  private final String fault;
  private boolean waited;
  private volatile Outcome outcome = Outcome.NOT_TOLD;

  Line(String run, int at, Boundary boundary, String fault) {
    this.run = run;
    this.at = at;
    this.kind = boundary.kind();
    this.label = boundary.label();
    this.detail = boundary.detail();
    this.fault = fault;
  }

  Line(String run, int at, Death.Passed passed, String fault) {
    this.run = run;
    this.at = at;
    this.kind = passed.kind();
    this.label = passed.label();
    this.detail = passed.detail();
    this.fault = fault;
  }

  /** How a run ended that threw. */
  Line(String run, Throwable failure) {
    this.run = run;
    this.at = 0;
    this.kind = null;
    this.label = "throws " + failure.getClass().getSimpleName();
    this.detail = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    this.fault = Choice.NONE;
  }

  /** What happens to no run. */
  Line(String label) {
    this.run = "";
    this.at = 0;
    this.kind = null;
    this.label = label;
    this.detail = "";
    this.fault = Choice.NONE;
  }

  Event event() {
    return new Event(run, kind, at, label, detail, fault, waited, outcome);
  }

  boolean isOf(Run other) {
    return run.equals(other.name());
  }

  /** It waits for another run's lock. */
  void waits() {
    waited = true;
  }

  void outcome(Outcome told) {
    outcome = told;
  }
}
