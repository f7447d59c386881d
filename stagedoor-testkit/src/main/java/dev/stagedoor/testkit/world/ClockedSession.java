package dev.stagedoor.testkit.world;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;

/**
 * What one session of the server has been told of the time. Outside of a transaction it is told
 * without beginning one, so that no rollback undoes it; inside of one, a rollback may, so it is
 * told again when the transaction is over. Thread-safe.
 */
final class ClockedSession {
  private Duration begun = Duration.ZERO;
  private Duration present = Duration.ZERO;
  private boolean forgotten = true;
  private boolean toldInTransaction;
  private @Nullable String found;

  /**
   * A round trip only if something is to be told; a transaction that is aborted is told nothing.
   */
  synchronized void sync(BaseConnection connection, Duration shift) throws SQLException {
    switch (connection.getTransactionState()) {
      case IDLE -> idle(connection, shift);
      case OPEN -> open(connection, shift);
      case FAILED -> {}
    }
  }

  /** Its settings may have been undone. */
  synchronized void forget() {
    forgotten = true;
  }

  /** The session knows nothing of us any more, and has its search path back. */
  synchronized void untell(BaseConnection connection) throws SQLException {
    String path = found;
    if (path != null) {
      String back = path.isBlank() ? "''" : path;
      connection.execSQLUpdate(
          "SET search_path = " + back + ";" + reset("begun") + ";" + reset("present"));
    }
    found = null;
    forgotten = true;
  }

  private static String reset(String name) {
    return "RESET " + ClockSql.SCHEMA + "." + name;
  }

  private void idle(BaseConnection connection, Duration shift) throws SQLException {
    boolean unsure = forgotten || toldInTransaction;
    if (!unsure && begun.equals(shift) && present.equals(shift)) {
      return;
    }
    String path = unsure ? path(connection) : "";
    connection.execSQLUpdate(path + set("begun", shift) + ";" + set("present", shift));
    begun = shift;
    present = shift;
    forgotten = false;
    toldInTransaction = false;
  }

  private void open(BaseConnection connection, Duration shift) throws SQLException {
    if (!forgotten && present.equals(shift)) {
      return;
    }
    String path = forgotten ? path(connection) : "";
    connection.execSQLUpdate(path + set("present", shift));
    present = shift;
    forgotten = false;
    toldInTransaction = true;
  }

  private static String set(String name, Duration shift) {
    return "SET " + ClockSql.SCHEMA + "." + name + " = '" + shift + "'";
  }

  /**
   * The statement that puts ours in front, or nothing. {@code SHOW} and {@code SET} take no
   * snapshot, so a transaction's isolation may still be set after them.
   */
  private String path(BaseConnection connection) throws SQLException {
    String path;
    try (ResultSet row = connection.execSQLQuery("SHOW search_path")) {
      row.next();
      path = row.getString(1);
    }
    if (path.startsWith(ClockSql.SCHEMA)) {
      return "";
    }
    found = found == null ? path : found;
    String was = path.isBlank() ? "" : path + ", ";
    return "SET search_path = " + ClockSql.SCHEMA + ", " + was + "pg_catalog;";
  }
}
