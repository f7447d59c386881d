package dev.stagedoor.model;

/** What the handler of a job does. */
enum Handler {
  /** {@code once}, then an effect at a provider, then it returns. */
  ONCE_THEN_SEND,
  /** {@code handleOnce}: effect, record and completion in one commit. */
  HANDLE_ONCE,
  /** A transaction with a conditional write, which enqueues the next job. */
  ENQUEUE_CHILD,
  /** Under a unique key: a transaction that copies what it has read of the newest change. */
  COPY,
  /** As {@link #COPY}, and enqueues a job for each round: the next one, and the one after. */
  COPY_AND_ENQUEUE;

  boolean isKeyed() {
    return this == COPY || this == COPY_AND_ENQUEUE;
  }

  boolean hasChildren() {
    return this == ENQUEUE_CHILD || this == COPY_AND_ENQUEUE;
  }
}
