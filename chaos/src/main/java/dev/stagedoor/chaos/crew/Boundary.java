package dev.stagedoor.chaos.crew;

/** The moments at which a process can be made to wait for its end. */
public enum Boundary {
  /** Entries are on the stream, their marks are not written. */
  PUBLISHED,
  /** Marks are written. */
  MARKED,
  /** Entries were read, nothing was done about them. */
  READ,
  /** Entries were taken over, nothing was done about them. */
  RECLAIMED,
  /** A handler is about to be called. */
  STARTED,
  /** The provider has accepted, and nothing of it is recorded. */
  SENT,
  /** An effect is recorded. */
  APPLIED,
  /** A handler has returned, and nothing of its outcome is written. */
  RETURNED,
  /** A job's row is gone, and its entry is not settled. */
  COMPLETED,
  /** Entries are settled. */
  SETTLED;

  /** Whether a relay passes it; otherwise a worker does. */
  public boolean isRelays() {
    return this == PUBLISHED || this == MARKED;
  }
}
