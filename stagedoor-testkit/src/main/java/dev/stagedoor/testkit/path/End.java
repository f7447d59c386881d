package dev.stagedoor.testkit.path;

/** How a run ended. */
public enum End {
  /** The delivery was settled. */
  COMPLETED,
  /** It threw: the job comes again. */
  FAILED,
  /** Its process died. */
  CRASHED
}
