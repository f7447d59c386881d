package dev.stagedoor.testkit.world;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.postgresql.PGConnection;

/** A connection to the server, reused from run to run, and what its open transaction has done. */
final class Session {
  private final Connection raw;
  private final int backend;
  private boolean inTransaction;
  private Footprint touched = Footprint.NOTHING;
  private final Set<String> changed = new HashSet<>();

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

  boolean inTransaction() {
    return inTransaction;
  }

  /** What a commit or rollback now would show or give free. */
  Footprint touched() {
    return touched;
  }

  /** A statement was executed inside a transaction. */
  void executed(Footprint footprint) {
    inTransaction = true;
    touched = touched.and(footprint);
  }

  /** A statement changed rows of these tables. */
  void changed(Set<String> tables) {
    changed.addAll(tables);
  }

  /** The transaction is over; gives the tables that it changed. */
  Set<String> ended() {
    Set<String> were = Set.copyOf(changed);
    inTransaction = false;
    touched = Footprint.NOTHING;
    changed.clear();
    return were;
  }

  /** Whatever is open is undone, as the server does when a process dies. */
  void rollBack() throws SQLException {
    if (!raw.getAutoCommit()) {
      raw.rollback();
      raw.setAutoCommit(true);
    }
    ended();
  }
}
