package dev.stagedoor.event;

import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What happened, told on the thread where it happened, after it happened. {@link Moved} tells of
 * every write of a row; the others of what lies between two writes.
 */
public sealed interface JobEvent {

  /**
   * The job's row was written. For {@code ENQUEUE}, {@code CANCEL}, {@code REDRIVE} and {@code
   * RUN_NOW} by a caller, the transaction is the caller's and may still roll back; for the others,
   * and for a job that a run has enqueued, it has committed.
   *
   * @param attempt the row's attempt before the write: the run's own
   * @param by the worker, relay or scheduler that wrote it, or {@code caller}
   * @param cause why, where there is a reason to tell
   */
  record Moved(
      JobId jobId,
      String type,
      Transition transition,
      int attempt,
      int run,
      String by,
      @Nullable String cause)
      implements JobEvent {}

  /**
   * An enqueue met its unique key: no row was written, and the job that has the key runs again if
   * that was asked for. Told in the caller's transaction, which may still roll back.
   */
  record KeyKnown(JobId jobId, String type, boolean again) implements JobEvent {}

  /** Entries are on the stream; their marks are not written yet. */
  record Published(
      String stream, JobId jobId, String type, int attempt, String entryId, boolean again)
      implements JobEvent {}

  /** The stream may have lost entries; every mark under an older epoch is due, ask first. */
  record LossSuspected(String stream, long newEpoch, String reason) implements JobEvent {}

  /** An entry arrived and its handler is about to be called. */
  record RunStarted(RunRef run, Delivered how, @Nullable String previousWorker)
      implements JobEvent {}

  /** The handler returned or threw; nothing of its outcome is written yet. */
  record RunReturned(RunRef run, @Nullable Throwable failure, Duration took) implements JobEvent {}

  /**
   * A run returned normally and still is not done, since we interrupted it or it met an answer that
   * forbids it; its handler swallowed what we threw.
   */
  record NotDone(RunRef run, String handler, String why) implements JobEvent {}

  /**
   * The job is complete, as the {@link Moved} before this has told.
   *
   * @param sinceDue from when this attempt was due until its row went, by the database's clock
   */
  record Completed(RunRef run, Duration sinceDue) implements JobEvent {}

  /** An effect was done by this run and recorded. */
  record Applied(RunRef run, Technique technique, String key) implements JobEvent {}

  /** An effect, or a whole delivery, was found done or owned elsewhere, and made harmless. */
  record Absorbed(RunRef run, Technique technique, String key) implements JobEvent {}

  /** A run was told to stop: time-out, superseded, shutdown. */
  record Interrupted(RunRef run, Why why) implements JobEvent {}

  /** A run's outcome was not written: the job is in other hands or gone. */
  record Fenced(RunRef run, String outcome) implements JobEvent {}

  /** The entry was acknowledged and deleted. */
  record Settled(RunRef run) implements JobEvent {}

  /** An entry without a readable id was settled; the sweep publishes its row again. */
  record UnreadableEntry(String queue, String entryId, String worker) implements JobEvent {}

  /** A part of Stagedoor met an error that it survived. */
  record Trouble(String where, Throwable cause) implements JobEvent {}

  /** How an entry came to a worker. */
  enum Delivered {
    /** Read from the stream, for all we know the first time. */
    FIRST,
    /** Read, and flagged as published again. */
    PUBLISHED_AGAIN,
    /** Taken over from a worker that did not extend it. */
    RECLAIMED
  }

  /** Why a run was interrupted. */
  enum Why {
    TIME_OUT,
    SUPERSEDED,
    SHUTDOWN
  }
}
