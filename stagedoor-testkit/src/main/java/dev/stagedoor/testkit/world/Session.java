package dev.stagedoor.testkit.world;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * A connection to the server, reused from run to run, and what its open transaction has done.
 *
 * <p>Which of two runs in a deadlock PostgreSQL ends is decided by whose check comes first. So who
 * waits first checks in an hour, and who waits while another does checks at once: the victim is
 * always the one whose wait closes the circle.
 */
final class Session {
  private final Connection raw;
  private final int backend;
  private Footprint touched = Footprint.NOTHING;
  private final Set<String> changed = new HashSet<>();
  private @Nullable Boolean checksAtOnce;
  private boolean toldInTransaction;
  private boolean locks;

  Session(Connection raw) throws SQLException {
    this.raw = raw;
    this.backend = raw.unwrap(PGConnection.class).getBackendPID();
  }

  Connection raw() {
    return raw;
  }

  int backend() {
    return backend;
  }

  /**
   * Says when it checks for a deadlock, should the next statement wait. Said inside a transaction,
   * it may be undone with it, and is said again.
   */
  void checkDeadlocks(boolean atOnce) throws SQLException {
    BaseConnection physical = raw.unwrap(BaseConnection.class);
    TransactionState state = physical.getTransactionState();
    if (state == TransactionState.IDLE && toldInTransaction) {
      forget();
    }
    if (state == TransactionState.FAILED || Boolean.valueOf(atOnce).equals(checksAtOnce)) {
      return;
    }
    physical.execSQLUpdate("SET deadlock_timeout = '" + (atOnce ? "1ms" : "1h") + "'");
    checksAtOnce = atOnce;
    toldInTransaction = state == TransactionState.OPEN;
  }

  /** What was set may have been undone. */
  void forget() {
    checksAtOnce = null;
    toldInTransaction = false;
  }

  /** What a commit or rollback now would show or give free. */
  Footprint touched() {
    return touched;
  }

  /** A statement was executed inside a transaction. */
  void executed(Footprint footprint) {
    touched = touched.and(footprint);
  }

  /** A statement changed rows of these tables. */
  void changed(Set<String> tables) {
    changed.addAll(tables);
  }

  /** The transaction has committed; gives the tables that it changed. */
  Set<String> committed() {
    Set<String> were = Set.copyOf(changed);
    touched = Footprint.NOTHING;
    changed.clear();
    return were;
  }

  /** The transaction is undone. */
  void undone() {
    touched = Footprint.NOTHING;
    changed.clear();
  }

  /** A lock was asked for that outlives its transaction. */
  void locksBeyondTransactions() {
    locks = true;
  }

  /** Back to auto-commit; whatever is open is undone. */
  void rollBack() throws SQLException {
    if (!raw.getAutoCommit()) {
      raw.rollback();
      raw.setAutoCommit(true);
    }
    undone(); // also where a dead run has rolled back
  }

  /** What the server does when a process ends, however it does. */
  void end() throws SQLException {
    rollBack();
    if (locks) {
      raw.unwrap(BaseConnection.class).execSQLUpdate("SELECT pg_advisory_unlock_all()");
      locks = false;
    }
  }
}
