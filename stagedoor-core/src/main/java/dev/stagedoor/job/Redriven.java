package dev.stagedoor.job;

/** The answer to a redrive. */
public enum Redriven {
  /** Due now, with a new attempt and a fresh retry budget. */
  DUE,
  /** Neither dead nor parked: nothing was changed. */
  NOT_STUCK,
  /** No such row: completed, cancelled, or never existed. */
  NOT_FOUND
}
