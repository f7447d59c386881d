package dev.stagedoor.boxoffice.payment;

import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.payment.Payment.Refund;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** Reads payments; holds no connection between two calls. Thread-safe. */
public final class Payments {
  /** Any number at the same time; 0 rows: nothing is, or was, to be paid for this order. */
  private static final String FIND =
      """
      SELECT p.state, p.amount_minor, p.currency, p.refunding_minor, p.refunded_minor, p.reason,
             r.public_id AS refund, r.amount_minor AS refund_minor, r.state AS refund_state,
             r.reason AS refund_reason, r.refusal
        FROM boxoffice.payments p
        LEFT JOIN boxoffice.refunds r ON r.payment_id = p.id
       WHERE p.order_id = ?
       ORDER BY r.id
      """;

  private final DataSource database;

  public Payments(DataSource database) {
    this.database = database;
  }

  /** The payment of this order as it is now; empty if there is none. */
  public Optional<Payment> find(long order) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setLong(1, order);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(payment(rows)) : Optional.empty();
      }
    }
  }

  private static Payment payment(ResultSet rows) throws SQLException {
    PaymentState state = PaymentState.of(rows.getString("state"));
    Money amount = Money.of(rows.getLong("amount_minor"), rows.getString("currency"));
    long refunding = rows.getLong("refunding_minor");
    long refunded = rows.getLong("refunded_minor");
    String reason = rows.getString("reason");
    return new Payment(state, amount, refunding, refunded, reason, refunds(rows));
  }

  private static List<Refund> refunds(ResultSet rows) throws SQLException {
    List<Refund> refunds = new ArrayList<>();
    do {
      UUID id = rows.getObject("refund", UUID.class);
      if (id != null) {
        refunds.add(
            new Refund(
                id,
                rows.getLong("refund_minor"),
                rows.getString("refund_state"),
                rows.getString("refund_reason"),
                rows.getString("refusal")));
      }
    } while (rows.next());
    return refunds;
  }
}
