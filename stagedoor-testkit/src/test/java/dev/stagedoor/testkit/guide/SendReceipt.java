package dev.stagedoor.testkit.guide;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

// page: handler begins
class SendReceipt {
  private final DataSource database;
  private final Mailer mailer;

  SendReceipt(DataSource database, Mailer mailer) {
    this.database = database;
    this.mailer = mailer;
  }

  void handle(long order) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement sql = connection.createStatement()) {
      ResultSet unsent =
          sql.executeQuery(
              "SELECT email FROM orders WHERE id = " + order + " AND receipt_sent_at IS NULL");
      if (unsent.next()) {
        send(unsent.getString("email"), order);
        sql.executeUpdate("UPDATE orders SET receipt_sent_at = now() WHERE id = " + order);
      }
    }
  }

  void send(String to, long order) {
    mailer.send(to, "Thank you for order " + order);
  }

  // page: handler ends

  /** The same, mended. */
  static final class Mended extends SendReceipt {
    private final Mailer mailer;

    Mended(DataSource database, Mailer mailer) {
      super(database, mailer);
      this.mailer = mailer;
    }

    @Override
    // page: mend begins
    void send(String to, long order) {
      mailer.send(to, "Thank you for order " + order, "receipt-" + order);
    }
    // page: mend ends
  }
}
