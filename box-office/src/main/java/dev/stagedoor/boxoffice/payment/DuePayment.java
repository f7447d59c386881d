package dev.stagedoor.boxoffice.payment;

import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.job.DeadLetter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment as the job that captures it reads it.
 *
 * @param reference the order's public id
 * @param token null once the payment is settled
 */
public record DuePayment(
    long id,
    long orderId,
    String reference,
    Money amount,
    PaymentState state,
    @Nullable String token) {
  /** Any number at the same time; 0 rows: no such payment. */
  private static final String FIND =
      """
      SELECT p.order_id, o.public_id, p.amount_minor, p.currency, p.state, p.token
        FROM boxoffice.payments p JOIN boxoffice.orders o ON o.id = p.order_id
       WHERE p.id = ?
      """;

  /**
   * The payment as it is now.
   *
   * @throws DeadLetter if there is none: a payment commits with its job and stays
   */
  public static DuePayment find(Connection connection, long id) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setLong(1, id);
      try (ResultSet rows = find.executeQuery()) {
        if (!rows.next()) {
          throw DeadLetter.because("there is no payment " + id);
        }
        return new DuePayment(
            id,
            rows.getLong("order_id"),
            rows.getObject("public_id", UUID.class).toString(),
            Money.of(rows.getLong("amount_minor"), rows.getString("currency")),
            PaymentState.of(rows.getString("state")),
            rows.getString("token"));
      }
    }
  }
}
