package dev.stagedoor.outbox;

/** Wakes the relay of this process. Hints: polling finds every row anyway. Thread-safe. */
public interface Nudge {
  /** There is no relay in this process. */
  Nudge NONE =
      new Nudge() {
        @Override
        public void committed() {}

        @Override
        public void written() {}
      };

  /** Rows that are due have been committed: look now. */
  void committed();

  /** Rows were written on a connection whose commit we do not see: look often for a while. */
  void written();
}
