package dev.stagedoor.job;

/** The answer to a cancel; every answer but the first two leaves things as they are. */
public enum Cancelled {
  /** The job was never due: no run has begun and none will. */
  WILL_NOT_RUN,
  /**
   * No owning statement succeeds from the commit on, so no new effect begins; a run may be under
   * way and may finish an effect that it had begun.
   */
  MAY_BE_RUNNING,
  /** Completed or cancelled before. */
  ALREADY_ENDED,
  /** Never existed, or its history was dropped. */
  NOT_FOUND
}
