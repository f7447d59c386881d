package dev.stagedoor.testkit.interleave;

import java.time.Duration;

/** What happens next: a run takes a step, or dies at its boundary, or something befalls all. */
public sealed interface Choice {
  /** Fault of a {@link Step}: none. */
  String NONE = "";

  /** Fault of a {@link Step}: the run's process dies before the effect. */
  String CRASH = "crash";

  /** Fault of a {@link Step}: the effect happens and its reply is lost. */
  String LOST = "lost";

  /**
   * A run's step from a boundary to the next.
   *
   * @param run A, B, C …
   * @param at the number of the boundary in this run, from 1; 0 for its acknowledgement
   * @param fault {@link #NONE}, {@link #CRASH}, {@link #LOST}, or the name of a rejection
   */
  record Step(String run, int at, String fault) implements Choice {
    @Override
    public String toString() {
      return run + ":" + (at == 0 ? "ack" : at) + (fault.isEmpty() ? "" : "!" + fault);
    }
  }

  /** The clock jumps ahead. */
  record Jump(Duration by) implements Choice {
    @Override
    public String toString() {
      return "clock+" + by.toSeconds() + "s";
    }
  }

  /** The job's stream loses what it holds. */
  record Wipe() implements Choice {
    static final String WORD = "wipe";

    @Override
    public String toString() {
      return WORD;
    }
  }

  /** Whether it is a step that nothing goes wrong at. */
  default boolean isPlain() {
    return this instanceof Step step && step.fault().isEmpty();
  }
}
