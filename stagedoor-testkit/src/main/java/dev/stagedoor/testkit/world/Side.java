package dev.stagedoor.testkit.world;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/** What the kit asks the server on a connection of its own. For one thread. */
public final class Side {
  private final Connection connection;
  private final Sessions sessions;
  private final Set<Integer> others;

  Side(Connection connection, Sessions sessions) throws SQLException {
    this.connection = connection;
    this.sessions = sessions;
    this.others = strangers(Set.of());
  }

  /** Whether this server process waits for a lock that another holds. */
  public boolean isBlocked(int backend) throws SQLException {
    try (PreparedStatement ask =
        connection.prepareStatement("SELECT cardinality(pg_blocking_pids(?)) > 0")) {
      ask.setInt(1, backend);
      try (ResultSet row = ask.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Whether it waits for one that waits for it, directly or through others. */
  public boolean isDeadlocked(int backend) throws SQLException {
    try (PreparedStatement ask =
        connection.prepareStatement(
            """
            WITH RECURSIVE ahead AS (
              SELECT unnest(pg_blocking_pids(?)) AS pid
              UNION
              SELECT unnest(pg_blocking_pids(pid)) FROM ahead)
            SELECT count(*) > 0 FROM ahead WHERE pid = ?""")) {
      ask.setInt(1, backend);
      ask.setInt(2, backend);
      try (ResultSet row = ask.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Ends a server process that no longer comes back by itself. */
  public void terminate(int backend) throws SQLException {
    try (PreparedStatement end = connection.prepareStatement("SELECT pg_terminate_backend(?)")) {
      end.setInt(1, backend);
      end.execute();
    }
  }

  /** Whether somebody uses this database through a connection that was not handed out. */
  public boolean hasStranger() throws SQLException {
    Set<Integer> known = new HashSet<>(others);
    known.addAll(sessions.backends());
    return !strangers(known).isEmpty();
  }

  private Set<Integer> strangers(Set<Integer> known) throws SQLException {
    Array pids = connection.createArrayOf("int4", known.toArray());
    try (PreparedStatement ask =
        connection.prepareStatement(
            """
            SELECT pid FROM pg_stat_activity
             WHERE datname = current_database() AND backend_type = 'client backend'
               AND pid <> pg_backend_pid() AND pid <> ALL (?)""")) {
      ask.setArray(1, pids);
      Set<Integer> found = new HashSet<>();
      try (ResultSet row = ask.executeQuery()) {
        while (row.next()) {
          found.add(row.getInt(1));
        }
      }
      return found;
    }
  }
}
