package dev.stagedoor.boxoffice.naive;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A transaction as everybody writes it: nothing in it knows of the job that it is done for. */
final class OwnTransaction {
  private OwnTransaction() {}

  /** What is done in it. */
  @FunctionalInterface
  interface Work {
    void in(Connection connection) throws SQLException;
  }

  static void run(DataSource database, Work work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        work.in(connection);
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  /** One statement; returns the rows changed. */
  static int update(Connection connection, String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      return statement.executeUpdate();
    }
  }
}
