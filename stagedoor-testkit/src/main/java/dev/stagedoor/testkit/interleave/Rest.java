package dev.stagedoor.testkit.interleave;

/**
 * How a job has come to rest.
 *
 * @param why what keeps it from being completed; empty if it was, or if it is too late
 */
record Rest(boolean completed, String why) {
  static final Rest COMPLETED = new Rest(true, "");

  /** Too late for what was promised: its effects may have happened or not, but not twice. */
  static final Rest TOO_LATE = new Rest(false, "");

  static Rest stuck(String why) {
    return new Rest(false, why);
  }

  boolean isStuck() {
    return !why.isEmpty();
  }
}
