package dev.stagedoor.boxoffice.order;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of an order's states: every way in which one may change, and who may write it. One
 * statement writes them all, so there is no other way; a test visits each row.
 */
public enum OrderTransition {
  /** Something is to be paid. */
  PLACE(null, OrderState.PLACED, "order desk, with the payment and its capture"),
  /** Nothing is to be paid. */
  CONFIRM(null, OrderState.CONFIRMED, "order desk, with rendering and counting"),
  PAY(OrderState.PLACED, OrderState.PAID, "capture_payment, with rendering and counting"),
  DECLINE(OrderState.PLACED, OrderState.DECLINED, "capture_payment, with the seats' release"),
  CANCEL(OrderState.PLACED, OrderState.CANCELLED, "cancel desk, with the seats' release"),
  WITHDRAW(
      OrderState.CONFIRMED,
      OrderState.CANCELLED,
      "cancel desk, with the seats' release and the counter's correction"),
  REFUND(
      OrderState.PAID,
      OrderState.REFUNDED,
      "refund_payment that gives the last of it back, with the seats' release and the counter's"
          + " correction");

  /**
   * Any number at the same time: the second waits for the first, then finds the order moved. 0
   * rows: it is not in the state that this begins with.
   */
  private static final String MOVE =
      "UPDATE boxoffice.orders SET state = ? WHERE id = ? AND state = ?";

  private final @Nullable OrderState from;
  private final OrderState to;
  private final String writer;

  OrderTransition(@Nullable OrderState from, OrderState to, String writer) {
    this.from = from;
    this.to = to;
    this.writer = writer;
  }

  /** Empty: this makes the order. */
  public Optional<OrderState> from() {
    return Optional.ofNullable(from);
  }

  public OrderState to() {
    return to;
  }

  public String writer() {
    return writer;
  }

  /**
   * A conditional write: moves the order if it is where this begins.
   *
   * @throws IllegalStateException if this makes an order
   */
  public boolean move(Connection tx, long order) throws SQLException {
    if (from == null) {
      throw new IllegalStateException(this + " moves no order: it makes one");
    }
    try (PreparedStatement move = tx.prepareStatement(MOVE)) {
      move.setString(1, to.word());
      move.setLong(2, order);
      move.setString(3, from.word());
      return move.executeUpdate() == 1;
    }
  }
}
