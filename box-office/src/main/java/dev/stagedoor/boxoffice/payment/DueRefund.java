package dev.stagedoor.boxoffice.payment;

import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.job.DeadLetter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * A refund as the job that pays it reads it.
 *
 * @param reference the order's public id
 * @param capture what Payrail calls the capture
 * @param state as stored
 */
record DueRefund(
    long id,
    long paymentId,
    long orderId,
    String reference,
    Money amount,
    String capture,
    String state) {
  /** Any number at the same time; 0 rows: no such refund. */
  private static final String FIND =
      """
      SELECT r.payment_id, p.order_id, o.public_id, r.amount_minor, p.currency, p.reference,
             r.state
        FROM boxoffice.refunds r
        JOIN boxoffice.payments p ON p.id = r.payment_id
        JOIN boxoffice.orders o ON o.id = p.order_id
       WHERE r.id = ?
      """;

  /**
   * The refund as it is now.
   *
   * @throws DeadLetter if there is none: a refund commits with its job and stays
   */
  static DueRefund find(DataSource database, long id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setLong(1, id);
      try (ResultSet rows = find.executeQuery()) {
        if (!rows.next()) {
          throw DeadLetter.because("there is no refund " + id);
        }
        return new DueRefund(
            id,
            rows.getLong("payment_id"),
            rows.getLong("order_id"),
            rows.getObject("public_id", UUID.class).toString(),
            Money.of(rows.getLong("amount_minor"), rows.getString("currency")),
            rows.getString("reference"),
            rows.getString("state"));
      }
    }
  }

  boolean isDue() {
    return state.equals("requested");
  }
}
