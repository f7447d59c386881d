package dev.stagedoor.testkit.world;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import javax.sql.DataSource;

/**
 * A connection of the user's, who may want it back: it commits each statement by itself while the
 * kit has it, and goes back as it was found. Thread-safe as far as the connection is.
 */
final class Borrowed implements AutoCloseable {
  private final Connection connection;
  private final boolean autoCommit;
  private final Undoing undoing;
  private final Set<String> set = new ConcurrentSkipListSet<>();

  /** Undoes what somebody has told the session. */
  interface Undoing {
    void in(Connection connection) throws SQLException;
  }

  private Borrowed(Connection connection, boolean autoCommit, Undoing undoing) {
    this.connection = connection;
    this.autoCommit = autoCommit;
    this.undoing = undoing;
  }

  static Borrowed from(DataSource database, Undoing undoing) throws SQLException {
    Connection connection = database.getConnection();
    try {
      Borrowed borrowed = new Borrowed(connection, connection.getAutoCommit(), undoing);
      connection.setAutoCommit(true);
      return borrowed;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  Connection connection() {
    return connection;
  }

  /** This setting of the session is to be reset. */
  void resets(String setting) {
    set.add(setting);
  }

  /** Closes what need not be put in order: it is lost. */
  void drop() throws SQLException {
    connection.close();
  }

  /** Everything that was ever set in the session goes, and what it keeps. */
  void discardAll() throws SQLException {
    execute("DISCARD ALL");
  }

  @Override
  public void close() throws SQLException {
    try (connection) {
      if (!connection.isClosed()) {
        putInOrder();
      }
    }
  }

  private void putInOrder() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    for (String setting : set) {
      execute("RESET " + setting);
    }
    undoing.in(connection);
    if (!autoCommit) {
      connection.setAutoCommit(false);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
