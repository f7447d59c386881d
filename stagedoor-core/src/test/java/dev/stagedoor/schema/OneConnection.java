package dev.stagedoor.schema;

import dev.stagedoor.tx.TransactionFailed;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.SQLException;

/** Transactions on one connection of the test's own, with whatever was set on it. */
record OneConnection(Connection current) implements Transactions {
  @Override
  public <T, X extends Exception> T open(Body<T, X> body) throws X {
    T result = body.in(begin());
    try {
      current.commit();
    } catch (SQLException e) {
      throw new TransactionFailed(e, false);
    }
    return result;
  }

  private Connection begin() {
    try {
      current.setAutoCommit(false);
      return current;
    } catch (SQLException e) {
      throw new TransactionFailed(e, false);
    }
  }

  @Override
  public void afterCommit(Runnable hint) {
    hint.run();
  }
}
