package dev.stagedoor.job;

/** The answer to run now. */
public enum RunNow {
  /** Was waiting, is due. */
  DUE,
  /** Live, but not waiting: nothing was changed. */
  NOT_WAITING,
  /** No live row of that id. */
  NOT_FOUND
}
