package dev.stagedoor;

/** What a process does. All by default. */
public enum Role {
  /** Publishes due rows. */
  RELAY,
  /** Runs handlers. */
  WORKER,
  /** Enqueues the ticks of recurring jobs, where there are any. */
  SCHEDULER
}
