package dev.stagedoor.testkit.guide;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** At most one newsletter for a customer. */
final class Newsletter {
  private Newsletter() {}

  /** False: it was marked before. */
  static boolean mark(DataSource database, long customer) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement sql = connection.createStatement()) {
      String insert = "INSERT INTO newsletter VALUES (%d) ON CONFLICT DO NOTHING";
      return sql.executeUpdate(insert.formatted(customer)) == 1;
    }
  }
}
