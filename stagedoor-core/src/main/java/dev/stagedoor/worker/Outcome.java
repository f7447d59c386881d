package dev.stagedoor.worker;

import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.outbox.Ending;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is still to be written for an entry in hand. */
sealed interface Outcome {
  Held held();

  RunRef run();

  /** The handler did the work: complete, then settle. */
  record Done(Held held, RunRef run, Duration took) implements Outcome {}

  /**
   * Anything but done: rewrite the row, then settle.
   *
   * @param insist whether to take the next run number where a newer run is met
   */
  record Ends(
      Held held, RunRef run, Ending ending, RetryPolicy retry, Duration took, boolean insist)
      implements Outcome {}

  /** Nothing to write: the row is gone, newer or not live. */
  record Settle(Held held, RunRef run) implements Outcome {}

  /** Nothing of it is ours any more: keep the cause if there is one, and let the entry go. */
  record Leave(Held held, RunRef run, @Nullable String cause, Duration took) implements Outcome {}
}
