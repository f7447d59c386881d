package dev.stagedoor.tx;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Where transactions come from: {@link JdbcTransactions} over a {@code DataSource}, or the host
 * framework's own. Implementations are thread-safe; a transaction belongs to one thread.
 */
public interface Transactions {
  /**
   * Runs the body in a new transaction: commits when it returns, rolls back when it throws.
   *
   * @throws IllegalStateException if this thread has an open transaction already
   * @throws TransactionFailed if beginning or committing failed; {@link TransactionFailed#atCommit}
   *     tells whether the outcome is unknown
   */
  <T extends @Nullable Object, X extends Exception> T open(Body<T, X> body) throws X;

  /**
   * The connection of this thread's open transaction.
   *
   * @throws NoTransactionException if there is none
   */
  Connection current();

  /** Runs the hint after this thread's transaction has committed; at once if there is none. */
  void afterCommit(Runnable hint);

  /** What runs inside a transaction. Commit, rollback and close of the connection are refused. */
  @FunctionalInterface
  interface Body<T extends @Nullable Object, X extends Exception> {
    T in(Connection connection) throws X;
  }
}
