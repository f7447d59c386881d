package dev.stagedoor.chaos.work;

import dev.stagedoor.job.JobType;
import java.util.List;

/** The kinds of work, one for each technique; a task's kind follows from its number. */
public enum Kind {
  /** One row, in the transaction that completes the job (job id). */
  COUNT("count"),
  /** One request to the provider (claim, provider's key). */
  SEND(Kind.SENT),
  /** A conditional write, and a child job enqueued with it (check state). */
  CHANGE("change", "child"),
  /** Several effects in one handler. */
  MIXED("first", Kind.SENT, "last"),
  /** A row, written together with those of other jobs (batch). */
  BATCH("batch");

  /** The effect that the provider counts; all others are rows. */
  static final String SENT = "sent";

  /** What {@link #CHANGE} enqueues. */
  static final JobType<Task> CHILD = JobType.of("chaos_child", Task.class);

  private final List<String> effects;
  private final JobType<Task> type;

  Kind(String... effects) {
    this.effects = List.of(effects);
    this.type = JobType.of("chaos_" + name().toLowerCase(java.util.Locale.ROOT), Task.class);
  }

  static Kind of(long n) {
    return values()[Math.floorMod(n, values().length)];
  }

  /** What must have happened once for each task of this kind. */
  List<String> effects() {
    return effects;
  }

  JobType<Task> type() {
    return type;
  }
}
