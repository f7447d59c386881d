package dev.stagedoor.schema;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of the test's own, with the newest schema in it. */
public final class FreshSchema {
  private FreshSchema() {}

  /** Not pooled: each connection is a session of its own. */
  public static DataSource create() {
    return TestServers.freshDatabase(Migrated.NAME);
  }

  /** Migrated once, and copied for each test that wants one: nobody connects to it again. */
  private static final class Migrated {
    static final String NAME = migrated();

    private static String migrated() {
      PGSimpleDataSource database = TestServers.freshDatabase();
      try {
        Migrations.migrate(new JdbcTransactions(database, Events.none()));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      return Objects.requireNonNull(database.getDatabaseName());
    }
  }

  /** Runs statements in auto-commit. */
  public static void run(DataSource database, String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Every row, its columns as text with a bar between; null is the empty text. */
  public static List<String> rows(DataSource database, String query) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return rows(connection, query);
    }
  }

  /** The same on a connection, so in its transaction. */
  public static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          String value = result.getString(i);
          columns.add(value == null ? "" : value);
        }
        rows.add(String.join("|", columns));
      }
    }
    return rows;
  }

  /** The only row of the query. */
  public static String row(DataSource database, String query) throws SQLException {
    List<String> rows = rows(database, query);
    if (rows.size() != 1) {
      throw new AssertionError(rows.size() + " rows: " + rows);
    }
    return rows.get(0);
  }
}
