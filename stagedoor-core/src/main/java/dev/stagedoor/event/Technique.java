package dev.stagedoor.event;

/** The technique that made an effect happen once. */
public enum Technique {
  /** Check state first, and a conditional write. */
  STATE,
  /** A unique row for the effect, claimed before it is done. */
  CLAIM,
  /** The job id recorded in the effect's own transaction. */
  JOB_ID
}
