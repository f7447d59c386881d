package dev.stagedoor.boxoffice.order;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of refunds. An amount is taken off what is left of its payment in the transaction that
 * makes the refund, under the payment's lock: together they never come to more than was captured.
 */
public final class RefundBooks {
  /** Any number at the same time; 0 rows: no such order. */
  private static final String FIND =
      """
      SELECT o.state, p.id AS payment, p.currency, p.captured_minor - p.refunding_minor AS left_minor
        FROM boxoffice.orders o
        LEFT JOIN boxoffice.payments p ON p.order_id = o.id AND p.state = 'captured'
       WHERE o.public_id = ?
      """;

  /**
   * Any number at the same time: the second waits for the first, then sees what it has left. 0
   * rows: less is left than is asked for.
   */
  private static final String RESERVE =
      """
      UPDATE boxoffice.payments SET refunding_minor = refunding_minor + ?
       WHERE id = ? AND state = 'captured' AND refunding_minor + ? <= captured_minor
      """;

  /** Under the payment's lock; never 0 rows. */
  private static final String INSERT =
      """
      INSERT INTO boxoffice.refunds (payment_id, amount_minor, reason) VALUES (?, ?, ?)
      RETURNING id, public_id
      """;

  private RefundBooks() {}

  /**
   * What was captured for an order.
   *
   * @param payment 0 where nothing was
   * @param left what may be asked for yet
   */
  record Captured(OrderState state, long payment, Money left) {}

  /** A refund that was made. */
  public record Made(long id, UUID publicId) {}

  /** Null if there is no such order. */
  static @Nullable Captured find(Connection tx, UUID order) throws SQLException {
    try (PreparedStatement find = tx.prepareStatement(FIND)) {
      find.setObject(1, order);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? captured(rows) : null;
      }
    }
  }

  private static Captured captured(ResultSet rows) throws SQLException {
    OrderState state = OrderState.of(rows.getString("state"));
    String currency = rows.getString("currency");
    return currency == null
        ? new Captured(state, 0, Money.NOTHING)
        : new Captured(
            state, rows.getLong("payment"), Money.of(rows.getLong("left_minor"), currency));
  }

  /**
   * Makes a refund; null, and nothing is changed, if less is left.
   *
   * @param payment that was captured
   * @param reason for the books
   */
  public static @Nullable Made make(Connection tx, long payment, long minor, String reason)
      throws SQLException {
    try (PreparedStatement reserve = tx.prepareStatement(RESERVE)) {
      reserve.setLong(1, minor);
      reserve.setLong(2, payment);
      reserve.setLong(3, minor);
      return reserve.executeUpdate() == 0 ? null : insert(tx, payment, minor, reason);
    }
  }

  private static Made insert(Connection tx, long payment, long minor, String reason)
      throws SQLException {
    try (PreparedStatement insert = tx.prepareStatement(INSERT)) {
      insert.setLong(1, payment);
      insert.setLong(2, minor);
      insert.setString(3, reason);
      try (ResultSet rows = insert.executeQuery()) {
        rows.next();
        return new Made(rows.getLong("id"), rows.getObject("public_id", UUID.class));
      }
    }
  }
}
