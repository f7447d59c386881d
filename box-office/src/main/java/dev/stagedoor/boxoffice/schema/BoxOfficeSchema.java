package dev.stagedoor.boxoffice.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/**
 * Brings the box office's tables to this version. Processes that start together wait for one
 * another, and all but the first find nothing to do. Apart from Stagedoor's own schema, which
 * Stagedoor migrates. Thread-safe.
 */
public final class BoxOfficeSchema {
  private static final List<String> SCRIPTS =
      List.of("V001__box_office.sql", "V002__payments.sql", "V003__pages.sql", "V004__report.sql");

  /**
   * Any number at the same time: the lock is held until the transaction ends, so that the second
   * sees what the first has written. The number is the box office's own.
   */
  private static final String LOCK = "SELECT pg_advisory_xact_lock(7281946350012)";

  /** Under the lock; 0 rows changed by either when they are there. */
  private static final String VERSIONS =
      """
      CREATE SCHEMA IF NOT EXISTS boxoffice;
      CREATE TABLE IF NOT EXISTS boxoffice.schema_versions (
        version     integer     PRIMARY KEY,
        script      text        NOT NULL,
        applied_at  timestamptz NOT NULL DEFAULT now()
      )
      """;

  /** Under the lock; 0 when nothing was applied yet. */
  private static final String NEWEST =
      "SELECT coalesce(max(version), 0) FROM boxoffice.schema_versions";

  /** Under the lock. */
  private static final String APPLIED =
      "INSERT INTO boxoffice.schema_versions (version, script) VALUES (?, ?)";

  private BoxOfficeSchema() {}

  /**
   * Applies what is missing, in one transaction.
   *
   * @throws IllegalStateException if the database is newer than this program
   */
  public static void migrate(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        applyMissing(connection);
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  private static void applyMissing(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK);
      statement.execute(VERSIONS);
      int newest = newest(statement);
      if (newest > SCRIPTS.size()) {
        throw new IllegalStateException(
            "the box office's schema is at version %d and this program knows %d: start a newer one"
                .formatted(newest, SCRIPTS.size()));
      }
      for (int version = newest + 1; version <= SCRIPTS.size(); version++) {
        statement.execute(text(SCRIPTS.get(version - 1)));
        record(connection, version);
      }
    }
  }

  private static int newest(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(NEWEST)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void record(Connection connection, int version) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(APPLIED)) {
      insert.setInt(1, version);
      insert.setString(2, SCRIPTS.get(version - 1));
      insert.executeUpdate();
    }
  }

  private static String text(String script) {
    try (InputStream in = BoxOfficeSchema.class.getResourceAsStream(script)) {
      if (in == null) {
        throw new IllegalStateException("script " + script + " is missing from this program's jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
