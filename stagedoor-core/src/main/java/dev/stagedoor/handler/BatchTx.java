package dev.stagedoor.handler;

import dev.stagedoor.tx.Tx;

/**
 * The transaction of a batch. Its own {@code enqueue} is refused: a child's id is made from its
 * parent's, and a batch has many.
 */
public interface BatchTx extends Tx {
  /**
   * The same transaction as the one run's, to enqueue its children in.
   *
   * @throws IllegalArgumentException if the run is not a fresh one of this batch
   */
  Tx of(JobRun<?> run);
}
