package dev.stagedoor.schedule;

import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Transactions whose process can be killed before a commit, or overtaken after one. */
final class Intruder implements Transactions {
  /** Stands for a kill: nothing of the library may catch it. */
  @SuppressWarnings("serial")
  static final class Killed extends Error {}

  final List<String> idleLimits = new ArrayList<>();

  /** Run once, after the next commit. */
  @Nullable Callable<?> afterNext;

  /** How many transactions may still commit; the one after them dies before it does. */
  int commitsLeft = Integer.MAX_VALUE;

  private final Transactions real;

  Intruder(Transactions real) {
    this.real = real;
  }

  @Override
  public <T extends @Nullable Object, X extends Exception> T open(Body<T, X> body) throws X {
    T result = real.open(c -> beforeCommit(c, body));
    Callable<?> then = afterNext;
    afterNext = null;
    if (then != null) {
      call(then);
    }
    return result;
  }

  private <T extends @Nullable Object, X extends Exception> T beforeCommit(
      Connection connection, Body<T, X> body) throws X {
    T result = body.in(connection);
    idleLimits.add(idleLimit(connection));
    if (commitsLeft-- == 0) {
      throw new Killed();
    }
    return result;
  }

  private static String idleLimit(Connection connection) {
    try {
      return FreshSchema.rows(connection, "SHOW idle_in_transaction_session_timeout").get(0);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void call(Callable<?> then) {
    try {
      then.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Connection current() {
    return real.current();
  }

  @Override
  public void afterCommit(Runnable hint) {
    real.afterCommit(hint);
  }
}
