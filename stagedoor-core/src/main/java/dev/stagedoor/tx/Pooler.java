package dev.stagedoor.tx;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.postgresql.PGConnection;

/**
 * A pooler between us and PostgreSQL, such as PgBouncer. In transaction mode each transaction may
 * have another session, and a statement that the driver has prepared in one is missing in the next.
 */
public final class Pooler {
  private Pooler() {}

  /**
   * What is to be changed, if a pooler is there and the driver prepares statements on the server;
   * whether the pooler keeps those itself cannot be seen. Asks the server.
   */
  public static Optional<String> finding(Connection connection) throws SQLException {
    if (!connection.isWrapperFor(PGConnection.class)) {
      return Optional.empty(); // not the driver that we know
    }
    PGConnection driver = connection.unwrap(PGConnection.class);
    return driver.getPrepareThreshold() == 0 || driver.getBackendPID() == session(connection)
        ? Optional.empty()
        : Optional.of(
            "PostgreSQL is reached through a pooler: unless that keeps prepared statements, or"
                + " sessions, add prepareThreshold=0 to the JDBC address");
  }

  /** A pooler tells its clients a number of its own. */
  private static int session(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }
}
