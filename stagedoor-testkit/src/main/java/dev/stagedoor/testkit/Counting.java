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
    return asked(
        database,
        sql,
        row -> {
          long rows = 0;
          while (row.next()) {
            rows++;
          }
          return rows;
        });
  }

  /** The one number that the query gives; 0 for none. */
  static long value(DataSource database, String sql) throws SQLException {
    return asked(database, sql, row -> row.next() ? row.getLong(1) : 0);
  }

  private interface Answer {
    long of(ResultSet row) throws SQLException;
  }

  private static long asked(DataSource database, String sql, Answer answer) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return answer.of(row);
    } catch (SQLException e) {
      throw new SQLException(oneLine(e) + ", asked by " + sql, e.getSQLState(), e);
    }
  }

  /** The server's message, without the lines about where in the text it is. */
  static String oneLine(SQLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
