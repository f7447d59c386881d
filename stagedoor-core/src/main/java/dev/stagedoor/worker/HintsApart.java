package dev.stagedoor.worker;

import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transactions as they are, but for hints, which are collected: they are for one of the runs of
 * a transaction, and are dropped where that one is rolled back.
 *
 * @param hints in the order they came
 */
record HintsApart(Transactions to, List<Runnable> hints) implements Transactions {
  @Override
  public <T extends @Nullable Object, X extends Exception> T open(Body<T, X> body) throws X {
    return to.open(body);
  }

  @Override
  public Connection current() {
    return to.current();
  }

  @Override
  public void afterCommit(Runnable hint) {
    hints.add(hint);
  }
}
