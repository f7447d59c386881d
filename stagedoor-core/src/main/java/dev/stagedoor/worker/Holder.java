package dev.stagedoor.worker;

/** Who holds what was read, until it is settled or left to others. Thread-safe. */
interface Holder {
  /**
   * Whether this very delivery is held: a process that reclaims its own entry, late, holds the new
   * delivery in its place, and the stream cannot tell the two apart.
   */
  boolean holds(Held held);

  /** Gives its room back; does nothing the second time. */
  void letGo(Held held);
}
