package dev.stagedoor.testkit.zoo;

import dev.stagedoor.testkit.world.World;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** One connection, used as in a program that has no library for it. */
record Db(Connection connection) {

  /** What is done with the connection. */
  @FunctionalInterface
  interface Work {
    void in(Db db) throws Exception;
  }

  /** Commits at the end, rolls back when the work throws. */
  static void transaction(World world, Work work) throws Exception {
    try (Connection connection = world.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      try {
        work.in(new Db(connection));
        connection.commit();
      } catch (Exception e) {
        rollback(connection, e);
        throw e;
      }
    }
  }

  private static void rollback(Connection connection, Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e); // the connection may be lost: then the server has rolled back
    }
  }

  /** Each statement commits by itself. */
  static void autoCommit(World world, Work work) throws Exception {
    try (Connection connection = world.dataSource().getConnection()) {
      work.in(new Db(connection));
    }
  }

  /** One statement that commits by itself; returns the rows changed. */
  static int alone(World world, String sql, @Nullable Object... args) throws SQLException {
    try (Connection connection = world.dataSource().getConnection()) {
      return new Db(connection).update(sql, args);
    }
  }

  /** One query by itself: does it return a row? */
  static boolean look(World world, String sql, @Nullable Object... args) throws SQLException {
    try (Connection connection = world.dataSource().getConnection()) {
      return new Db(connection).found(sql, args);
    }
  }

  /** Rows changed. */
  int update(String sql, @Nullable Object... args) throws SQLException {
    try (PreparedStatement statement = prepare(sql, args)) {
      return statement.executeUpdate();
    }
  }

  /** Any statement, its result dropped. */
  void run(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }

  boolean found(String sql, @Nullable Object... args) throws SQLException {
    try (PreparedStatement statement = prepare(sql, args);
        ResultSet rows = statement.executeQuery()) {
      return rows.next();
    }
  }

  /** The one value of a query's, or of a RETURNING clause's, one row. */
  long number(String sql, @Nullable Object... args) throws SQLException {
    try (PreparedStatement statement = prepare(sql, args);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private PreparedStatement prepare(String sql, @Nullable Object... args) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < args.length; i++) {
      statement.setObject(i + 1, args[i]);
    }
    return statement;
  }
}
