package dev.stagedoor.tx;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions over a {@code DataSource}: one connection each, bound to the thread while the body
 * runs, always closed. Thread-safe.
 *
 * <p>Isolation is the connection's own; nothing is retried here, see {@link Retrying}.
 */
public final class JdbcTransactions implements Transactions {
  private final DataSource database;
  private final JobListener trouble;
  private final ThreadLocal<@Nullable Open> bound = new ThreadLocal<>();

  /**
   * @param trouble told of a hint or a close that failed after the commit, which nobody else hears
   */
  public JdbcTransactions(DataSource database, JobListener trouble) {
    this.database = Objects.requireNonNull(database, "database");
    this.trouble = trouble;
  }

  @Override
  public <T extends @Nullable Object, X extends Exception> T open(Body<T, X> body) throws X {
    if (bound.get() != null) {
      throw new IllegalStateException(
          "this thread has an open transaction already: use its connection, or finish it first");
    }
    Open open = begin();
    bound.set(open);
    T result;
    try {
      result = body.in(open.guarded);
      commit(open.connection);
    } catch (Throwable t) {
      rollback(open.connection, t);
      throw t;
    } finally {
      bound.remove();
      release(open);
    }
    open.hints.forEach(this::hint);
    return result;
  }

  @Override
  public Connection current() {
    Open open = bound.get();
    if (open == null) {
      throw new NoTransactionException(
          "no transaction is open on this thread: open one, or give the connection of yours");
    }
    return open.guarded;
  }

  @Override
  public void afterCommit(Runnable hint) {
    Open open = bound.get();
    if (open == null) {
      hint(hint);
    } else {
      open.hints.add(hint);
    }
  }

  private Open begin() {
    Connection connection;
    try {
      connection = database.getConnection();
    } catch (SQLException e) {
      throw new TransactionFailed(e, false);
    }
    try {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      return new Open(connection, GuardedConnection.of(connection), autoCommit);
    } catch (SQLException e) {
      TransactionFailed failed = new TransactionFailed(e, false);
      close(connection, failed);
      throw failed;
    }
  }

  private static void commit(Connection connection) {
    AbortedTransaction.refuse(connection);
    try {
      connection.commit();
    } catch (SQLException e) {
      // An answer of the server (a deferred constraint, 40001, 25P02) means: rolled back. Only a
      // lost connection leaves it open whether the commit happened.
      throw new TransactionFailed(e, e.getSQLState() == null || SqlStates.connectionLost(e));
    }
  }

  private static void rollback(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private void release(Open open) {
    try (Connection connection = open.connection) {
      connection.setAutoCommit(open.autoCommit);
    } catch (SQLException e) { // the outcome stands; the pool drops a broken connection
      if (!SqlStates.connectionLost(e)) {
        trouble.on(new JobEvent.Trouble("giving a connection back", e));
      }
    }
  }

  private static void close(Connection connection, Exception cause) {
    try {
      connection.close();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private void hint(Runnable hint) {
    try {
      hint.run();
    } catch (RuntimeException e) { // committed: the caller must not take it for a failure
      trouble.on(new JobEvent.Trouble("a hint after commit", e));
    }
  }

  private static final class Open {
    private final Connection connection;
    private final Connection guarded;
    private final boolean autoCommit;
    private final List<Runnable> hints = new ArrayList<>(2);

    private Open(Connection connection, Connection guarded, boolean autoCommit) {
      this.connection = connection;
      this.guarded = guarded;
      this.autoCommit = autoCommit;
    }
  }
}
