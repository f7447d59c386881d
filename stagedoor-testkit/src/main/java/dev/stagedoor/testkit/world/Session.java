package dev.stagedoor.testkit.world;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
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
  private final Borrowed borrowed;
  private final Connection raw;
  private final int backend;
  private Footprint touched = Footprint.NOTHING;
  private final Set<String> changed = new HashSet<>();
  private @Nullable Boolean checksAtOnce;
  private boolean toldInTransaction;
  private boolean locks;
  private boolean spoilt;
  private volatile boolean lost;
  private @Nullable Character before;
  private final Map<Savepoint, Set<String>> marks = new HashMap<>();

  Session(Borrowed borrowed) throws SQLException {
    this.borrowed = borrowed;
    this.raw = borrowed.connection();
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
    borrowed.resets("deadlock_timeout");
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
    undone();
    return were;
  }

  /** The transaction is undone. */
  void undone() {
    touched = Footprint.NOTHING;
    changed.clear();
    marks.clear();
  }

  /** A savepoint was made. */
  void marked(Savepoint savepoint) {
    marks.put(savepoint, Set.copyOf(changed));
  }

  /** What came after the savepoint is undone; what it locked, it holds on PostgreSQL's terms. */
  void undoneTo(Savepoint savepoint) {
    changed.retainAll(marks.getOrDefault(savepoint, Set.of()));
  }

  /** Something was asked for that outlives the transaction and belongs to this process. */
  void spoil() {
    spoilt = true;
  }

  /** Its isolation level, or whether it may write, is about to be set; undone at the end. */
  void characterized() throws SQLException {
    if (before == null) {
      before = new Character(raw.getTransactionIsolation(), raw.isReadOnly());
    }
  }

  private record Character(int isolation, boolean readOnly) {
    void of(Connection connection) throws SQLException {
      connection.setReadOnly(readOnly);
      connection.setTransactionIsolation(isolation);
    }
  }

  /** Whether a later process may get it. */
  boolean isReusable() {
    return !spoilt && !lost;
  }

  /** Whether the server has ended it, or the connection is cut. */
  boolean isLost() {
    return lost;
  }

  /** A lock was asked for that outlives its transaction. */
  void locksBeyondTransactions() {
    locks = true;
  }

  /** Back to auto-commit; whatever is open is undone, by the server where the session is lost. */
  void rollBack() throws SQLException {
    undone(); // also where a dead run has rolled back
    unlessLost(
        () -> {
          if (!raw.getAutoCommit()) {
            raw.rollback();
            raw.setAutoCommit(true);
          }
        });
  }

  private interface Asked {
    void now() throws SQLException;
  }

  private void unlessLost(Asked asked) throws SQLException {
    lost |= raw.isClosed();
    if (lost) {
      return;
    }
    try {
      asked.now();
    } catch (SQLException e) {
      lost = raw.isClosed() || isEnd(e.getSQLState());
      if (!lost) {
        throw e;
      }
    }
  }

  /** No connection; ended by an administrator, a crash, a shutdown. */
  private static boolean isEnd(@Nullable String state) {
    return state != null && (state.startsWith("08") || state.startsWith("57P0"));
  }

  /** What the server does when a process ends, however it does. */
  void end() throws SQLException {
    rollBack();
    Character character = before;
    if (character != null) {
      before = null;
      unlessLost(() -> character.of(raw));
    }
    if (locks) {
      locks = false;
      unlessLost(
          () -> raw.unwrap(BaseConnection.class).execSQLUpdate("SELECT pg_advisory_unlock_all()"));
    }
  }

  /** The server process is ended, whatever the run is doing with it, and undoes what it holds. */
  void cut(Side side) throws SQLException {
    lost = true;
    side.terminate(backend);
    close();
  }

  /** It goes to nobody any more, unless a pool of the user's gives it to somebody else. */
  void close() throws SQLException {
    if (lost || raw.isClosed()) {
      borrowed.drop();
      return;
    }
    try (borrowed) {
      if (spoilt) {
        rollBack();
        borrowed.discardAll();
      }
    }
  }
}
