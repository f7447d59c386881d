package dev.stagedoor.schema;

import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.Retrying;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings the schema {@code stagedoor} to the version that this code knows, and refuses to work on
 * another one. Stateless.
 *
 * <p>All missing scripts run in one transaction, under an advisory lock that ends with it: several
 * processes may start at once, behind a transaction pooler too, and a migrator that is killed
 * leaves nothing. Knows no way back: an older code on a newer schema is refused.
 */
public final class Migrations {
  private static final int OLDEST_SERVER = 14;
  private static final String MEND = "run `stagedoor migrate`";

  private Migrations() {}

  /**
   * Runs what is missing; waits while another process migrates.
   *
   * @return how many scripts ran; 0 where the schema was up to date
   * @throws SchemaRefused if the server is too old, the schema newer than the code, or the database
   *     user may not create it
   */
  public static int migrate(Transactions transactions) throws SQLException {
    try {
      return Retrying.<Integer, SQLException>open(transactions, c -> migrate(c, Script.all()));
    } catch (SQLException e) {
      if ("42501".equals(SqlStates.of(e))) {
        throw new SchemaRefused(
            "this database user may not create the schema stagedoor: " + MEND + " as one that may");
      }
      throw e;
    }
  }

  static int migrate(Connection connection, List<Script> scripts) throws SQLException {
    // Read committed, whatever the session's default: the version must be read as it is once the
    // lock is ours, not as it was when we began to wait for it.
    execute(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    requireServer(connection);
    execute(connection, SchemaSql.LOCK);
    int version = requireNotNewer(version(connection), scripts);
    if (version == 0) {
      execute(connection, SchemaSql.VERSIONS);
    }
    List<Script> missing = scripts.stream().filter(s -> s.version() > version).toList();
    for (Script script : missing) {
      execute(connection, script.text());
      BoundStatement.update(connection, SchemaSql.RECORD, script.version(), script.name());
    }
    return missing.size();
  }

  /**
   * Refuses a schema that this code cannot work on; changes nothing.
   *
   * @throws SchemaRefused if it is missing, older or newer than the code, or the server is too old
   */
  public static void check(Connection connection) throws SQLException {
    check(connection, Script.all());
  }

  static void check(Connection connection, List<Script> scripts) throws SQLException {
    requireServer(connection);
    int known = newest(scripts);
    int version = requireNotNewer(version(connection), scripts);
    if (version == 0) {
      throw new SchemaRefused("the schema stagedoor is missing in this database: " + MEND);
    }
    if (version < known) {
      throw new SchemaRefused(
          "the schema stagedoor is at version "
              + version
              + ", this code needs "
              + known
              + ": "
              + MEND);
    }
  }

  /**
   * Settings of the server under which a committed job may still be lost, each with the mend; empty
   * if there is none.
   */
  public static List<String> durabilityFindings(Connection connection) throws SQLException {
    List<String> findings = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SchemaSql.DURABILITY)) {
      row.next();
      for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
        if (row.getString(setting).equals("off")) {
          findings.add(
              "PostgreSQL runs with "
                  + setting
                  + " off: committed jobs can be lost in a crash of"
                  + " the server; turn it on");
        }
      }
    }
    return List.copyOf(findings);
  }

  private static int newest(List<Script> scripts) {
    return scripts.get(scripts.size() - 1).version();
  }

  private static int requireNotNewer(int version, List<Script> scripts) {
    if (version > newest(scripts)) {
      throw new SchemaRefused(
          "the schema stagedoor is at version "
              + version
              + ", this code knows "
              + newest(scripts)
              + ": use a newer release of this program");
    }
    return version;
  }

  private static void requireServer(Connection connection) throws SQLException {
    int major = connection.getMetaData().getDatabaseMajorVersion();
    if (major < OLDEST_SERVER) {
      throw new SchemaRefused(
          "PostgreSQL " + major + " is too old: use " + OLDEST_SERVER + " or newer");
    }
  }

  /** 0 for a schema that is not there. */
  private static int version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(SchemaSql.EXISTS)) {
        if (!row.next() || !row.getBoolean(1)) {
          return 0;
        }
      }
      try (ResultSet row = statement.executeQuery(SchemaSql.VERSION)) {
        return row.next() ? row.getInt(1) : 0;
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
