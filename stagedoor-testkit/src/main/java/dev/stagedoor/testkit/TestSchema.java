package dev.stagedoor.testkit;

import dev.stagedoor.event.Events;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The tables of a test's database: made once, emptied for each test. */
final class TestSchema {
  /** Keeps every id that was ever committed to the outbox, so that a vanished row is missed. */
  private static final String NOTE_JOBS =
      """
      CREATE SCHEMA IF NOT EXISTS stagedoor_test;
      CREATE UNLOGGED TABLE IF NOT EXISTS stagedoor_test.enqueued (
        id uuid PRIMARY KEY, type text NOT NULL);
      CREATE OR REPLACE FUNCTION stagedoor_test.note() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          INSERT INTO stagedoor_test.enqueued VALUES (NEW.id, NEW.type) ON CONFLICT DO NOTHING;
          RETURN NULL;
        END $$;
      CREATE OR REPLACE TRIGGER stagedoor_test AFTER INSERT ON stagedoor.outbox
        FOR EACH ROW EXECUTE FUNCTION stagedoor_test.note();
      """;

  /** A lock that somebody still has is named, not waited for. */
  private static final String EMPTY =
      """
      SET LOCAL lock_timeout = '5s';
      DELETE FROM stagedoor.outbox;
      DELETE FROM stagedoor.processed_jobs;
      DELETE FROM stagedoor.effects;
      DELETE FROM stagedoor.job_runs;
      DELETE FROM stagedoor.streams;
      DELETE FROM stagedoor_test.enqueued;
      """;

  private static final String USERS_TABLES =
      """
      SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'stagedoor', 'stagedoor_test')
         AND n.nspname !~ '^pg_'
      """;

  private final DataSource database;
  private final boolean ownDatabase;
  private @Nullable Set<String> kept;

  private TestSchema(DataSource database, boolean ownDatabase) {
    this.database = database;
    this.ownDatabase = ownDatabase;
  }

  /**
   * @param ownDatabase whether tables of the user's may be emptied, too
   */
  static TestSchema in(DataSource database, boolean ownDatabase) throws SQLException {
    Migrations.migrate(new JdbcTransactions(database, Events.none()));
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(NOTE_JOBS);
    }
    return new TestSchema(database, ownDatabase);
  }

  /**
   * Empties Stagedoor's tables; in a database of our own also the user's, but for those that held
   * rows when the first test began.
   */
  void empty() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(EMPTY);
      if (ownDatabase) {
        emptyUsersTables(statement);
      }
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new SQLException(
          "the tables cannot be emptied for the next test: " + e.getMessage(), e.getSQLState(), e);
    }
  }

  private void emptyUsersTables(Statement statement) throws SQLException {
    Set<String> filled = filled(statement, column(statement, USERS_TABLES));
    if (kept == null) {
      kept = Set.copyOf(filled);
    }
    filled.removeAll(kept);
    if (!filled.isEmpty()) {
      statement.execute("TRUNCATE " + String.join(", ", filled) + " RESTART IDENTITY CASCADE");
    }
  }

  private static Set<String> filled(Statement statement, List<String> tables) throws SQLException {
    if (tables.isEmpty()) {
      return new HashSet<>();
    }
    String query =
        tables.stream()
            .map(t -> "SELECT '" + t.replace("'", "''") + "' WHERE EXISTS (SELECT FROM " + t + ")")
            .collect(Collectors.joining(" UNION ALL "));
    return new HashSet<>(column(statement, query));
  }

  private static List<String> column(Statement statement, String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }
}
