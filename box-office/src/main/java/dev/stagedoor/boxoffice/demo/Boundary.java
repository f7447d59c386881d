package dev.stagedoor.boxoffice.demo;

/** The moments at which a process of the demo reports a job and waits for a word. */
enum Boundary {
  /** Its entry is on the stream, its mark is not written. */
  PUBLISHED,
  /** Its handler is about to be called. */
  STARTED,
  /** Its handler has returned, nothing of its outcome is written. */
  RETURNED,
  /** Its row is gone, its entry is not settled. */
  COMPLETED
}
