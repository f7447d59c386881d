package dev.stagedoor.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Counts effects that are in the database. */
final class Counting {
  private Counting() {}

  /** How many rows the query gives. */
  static long rows(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      long rows = 0;
      while (row.next()) {
        rows++;
      }
      return rows;
    }
  }

  /** The one number that the query gives; 0 for none. */
  static long value(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }
}
