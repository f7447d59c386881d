package dev.stagedoor.testkit.world;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows that every interleaving starts with, and the way back to them.
 *
 * <p>A trigger on each table moves a sequence when the table is written, which no transaction
 * undoes and nobody waits for; so only what was written is put back, by deleting and inserting: for
 * few rows that takes a tenth of what TRUNCATE takes. Sequences are set back too, so that generated
 * ids are the same in every interleaving.
 *
 * <p>Needs a superuser: foreign keys and triggers are off while rows are put back.
 */
final class Snapshot {
  private static final int VACUUM_EVERY = 500;

  private final Connection connection;
  private int since;

  private record Table(int number, String name, String columns, List<Integer> parts) {
    /** Whether it holds rows itself; a partitioned one has none. */
    boolean hasRows() {
      return parts.contains(number);
    }
  }

  private Snapshot(Connection connection) {
    this.connection = connection;
  }

  /**
   * Remembers every row of every table outside the kit's own schemas. The connection writes without
   * triggers and foreign keys until {@link #remove}.
   */
  static Snapshot take(Connection connection) throws SQLException {
    requireSuperuser(connection);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      write(statement);
      connection.commit();
    } finally {
      connection.rollback(); // nothing, after the commit
      connection.setAutoCommit(true);
    }
    return new Snapshot(connection);
  }

  private static void write(Statement statement) throws SQLException {
    statement.execute(SnapshotSql.SCHEMA);
    List<Table> tables = tables(statement);
    for (Table table : tables) {
      statement.execute(SnapshotSql.COPY.formatted(table.number(), table.columns(), table.name()));
    }
    for (Table table : tables) {
      String touched =
          table.parts().stream().map(SnapshotSql.TOUCHED::formatted).collect(joining());
      statement.execute(SnapshotSql.WATCH.formatted(table.number(), table.name(), touched));
    }
    String touched =
        tables.stream()
            .filter(Table::hasRows)
            .map(table -> SnapshotSql.WAS_TOUCHED.formatted(table.number()))
            .collect(joining(", "));
    statement.execute(SnapshotSql.putBack(touched, body(statement, tables)));
    statement.execute(SnapshotSql.NO_TRIGGERS);
  }

  /**
   * @throws IllegalStateException if the user may not turn foreign keys and triggers off
   */
  static void requireSuperuser(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current_setting('is_superuser')")) {
      row.next();
      if (!"on".equals(row.getString(1))) {
        throw new IllegalStateException(
            "the test database's user is no superuser: putting rows back needs one, give on(…) a"
                + " DataSource that logs in as such, or leave it out for an embedded PostgreSQL");
      }
    }
  }

  private static List<Table> tables(Statement statement) throws SQLException {
    List<Table> tables = new ArrayList<>();
    try (ResultSet row = statement.executeQuery(SnapshotSql.TABLES)) {
      while (row.next()) {
        tables.add(
            new Table(
                row.getInt("number"),
                row.getString("name"),
                row.getString("columns"),
                numbers(row)));
      }
    }
    return tables;
  }

  private static List<Integer> numbers(ResultSet row) throws SQLException {
    return Stream.of((Long[]) row.getArray("parts").getArray()).map(Long::intValue).toList();
  }

  private static String body(Statement statement, List<Table> tables) throws SQLException {
    StringBuilder body = new StringBuilder();
    for (Table table : tables) {
      if (table.hasRows()) {
        body.append(
            SnapshotSql.TABLE_BACK.formatted(table.number(), table.name(), table.columns()));
      }
    }
    try (ResultSet row = statement.executeQuery(SnapshotSql.SEQUENCES)) {
      while (row.next()) {
        body.append(row.getString(1));
      }
    }
    return body.toString();
  }

  /** Nobody else may use the database meanwhile. */
  void putBack() throws SQLException {
    try (PreparedStatement back = connection.prepareStatement("SELECT stagedoor_kit.put_back()")) {
      back.execute();
    }
    if (++since == VACUUM_EVERY) {
      since = 0;
      try (Statement statement = connection.createStatement()) {
        statement.execute("VACUUM");
      }
    }
  }

  /** Takes everything of ours out of the database again, the triggers with their functions. */
  void remove() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(SnapshotSql.TRIGGERS);
      statement.execute(SnapshotSql.NO_SCHEMA);
    }
  }
}
