package dev.stagedoor;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.schema.FreshSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of the test's own that can be out of reach, and whose sessions have a zone. */
@SuppressWarnings("serial")
final class TrialDatabase extends PGSimpleDataSource {
  /** Always in reach. */
  final PGSimpleDataSource itself = TestServers.freshDatabase();

  private final String zone;
  private volatile boolean cut;

  TrialDatabase(String zone) {
    this.zone = zone;
    setURL(itself.getURL());
    setUser(itself.getUser());
    setPassword(itself.getPassword());
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (cut) {
      throw new SQLException("connection refused", "08001");
    }
    Connection connection = super.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TIME ZONE '" + zone + "'");
      return connection;
    } catch (SQLException e) { // cut in between
      connection.close();
      throw e;
    }
  }

  /** Ends all sessions, and lets no new one begin. */
  void cut() throws SQLException {
    cut = true;
    FreshSchema.rows(
        itself,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }

  void mend() {
    cut = false;
  }
}
