package dev.stagedoor.tx;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * A transaction that the server has aborted, because a statement failed, can only roll back; the
 * driver's {@code commit} does so without a word. Where the statement's exception was swallowed,
 * the work would be gone and taken for done.
 */
final class AbortedTransaction {
  private AbortedTransaction() {}

  /**
   * Asks the driver, without a round trip.
   *
   * @throws TransactionFailed if the transaction is aborted
   */
  static void refuse(Connection connection) {
    try {
      if (connection.isWrapperFor(BaseConnection.class)
          && connection.unwrap(BaseConnection.class).getTransactionState()
              == TransactionState.FAILED) {
        throw new TransactionFailed(
            new SQLException(
                "a statement of this transaction failed and its exception was swallowed: nothing"
                    + " can be committed; let it through, or set a savepoint before it",
                "25P02"),
            false);
      }
    } catch (SQLException e) {
      throw new TransactionFailed(e, false);
    }
  }
}
