package dev.stagedoor.testkit;

import dev.stagedoor.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * One job that {@link TestStagedoor#runDue} came by, and what became of it.
 *
 * @param type the job type's name
 * @param cause what the handler threw; null if it returned, or was not called
 * @param why the cause as it is kept with the job, also where nothing was thrown (a time-out, a
 *     type without a handler); null if there is none
 */
public record Ran(
    JobId jobId, String type, Outcome outcome, @Nullable Throwable cause, @Nullable String why) {

  /** What was written of the run. */
  public enum Outcome {
    /** The job is done. */
    COMPLETED,
    /** A failure was counted; it runs again after the delay of its retry policy. */
    FAILED,
    /** It runs again later, and no failure was counted: {@code RetryLater}, an effect in use. */
    LATER,
    /** There is no handler for its type here; it waits for one. */
    RELEASED,
    /** Only a person can decide. */
    PARKED,
    /** It is given up: no failures left, {@code DeadLetter}, or an unreadable payload. */
    DEAD,
    /** The job was gone, newer, or not live: nothing was written. */
    NOT_WANTED
  }

  @Override
  public String toString() {
    return type + " " + outcome + (why == null ? "" : ": " + why);
  }
}
