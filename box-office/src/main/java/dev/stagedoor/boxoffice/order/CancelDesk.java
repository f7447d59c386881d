package dev.stagedoor.boxoffice.order;

import static dev.stagedoor.boxoffice.order.Jobs.SUBTRACT_FROM_SALES_COUNTER;

import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Cancels orders. It wins only by a conditional write, and frees the seats in the same transaction.
 * A payment that no run has begun is cancelled with it and never captured. One that a run has begun
 * cannot be stopped from here, since a request may be on its way: the order is cancelled all the
 * same, and the run that finds the payment captured gives all of it back. Thread-safe.
 *
 * <p>Does not give: no charge. A buyer who cancels while the capture is under way may see it come
 * and go.
 */
public final class CancelDesk {
  /**
   * Locks the payment before the order, as captures do. Any number at the same time: the second
   * waits. 0 rows: nothing is to be paid.
   */
  private static final String LOCK_PAYMENT =
      "SELECT id FROM boxoffice.payments WHERE order_id = ? FOR NO KEY UPDATE";

  /** Under the payment's lock. 0 rows: a run has begun it. */
  private static final String CANCEL_PAYMENT =
      """
      UPDATE boxoffice.payments SET state = 'cancelled', token = NULL, settled_at = now()
       WHERE order_id = ? AND state = 'requested'
      """;

  /** Any number at the same time; 0 rows: no such order. */
  private static final String FIND = "SELECT id, state FROM boxoffice.orders WHERE public_id = ?";

  private final Transactions transactions;
  private final Outbox outbox;

  public CancelDesk(Transactions transactions, Outbox outbox) {
    this.transactions = transactions;
    this.outbox = outbox;
  }

  /** Cancels an order; the same again changes nothing. */
  public CancelAsked cancel(UUID publicId, Origin origin) throws SQLException {
    return transactions.open(
        tx -> {
          try (PreparedStatement find = tx.prepareStatement(FIND)) {
            find.setObject(1, publicId);
            try (ResultSet rows = find.executeQuery()) {
              return rows.next()
                  ? cancel(tx, rows.getLong("id"), publicId, origin)
                  : new CancelAsked.NoSuchOrder();
            }
          }
        });
  }

  private CancelAsked cancel(Connection tx, long order, UUID publicId, Origin origin)
      throws SQLException {
    execute(tx, LOCK_PAYMENT, order);
    if (OrderTransition.CANCEL.move(tx, order)) {
      execute(tx, CANCEL_PAYMENT, order);
      Seats.release(tx, order);
      return new CancelAsked.Done();
    }
    if (OrderTransition.WITHDRAW.move(tx, order)) {
      Seats.release(tx, order);
      outbox.enqueue(tx, origin.on(SUBTRACT_FROM_SALES_COUNTER.job(new TicketOrder(order))));
      transactions.afterCommit(outbox::nudge);
      return new CancelAsked.Done();
    }
    OrderState now = state(tx, publicId); // what the two writes met, or what came of it since
    return now == OrderState.CANCELLED ? new CancelAsked.Done() : new CancelAsked.TooLate(now);
  }

  private static OrderState state(Connection tx, UUID publicId) throws SQLException {
    try (PreparedStatement find = tx.prepareStatement(FIND)) {
      find.setObject(1, publicId);
      try (ResultSet rows = find.executeQuery()) {
        rows.next();
        return OrderState.of(rows.getString("state"));
      }
    }
  }

  private static void execute(Connection tx, String sql, long order) throws SQLException {
    try (PreparedStatement statement = tx.prepareStatement(sql)) {
      statement.setLong(1, order);
      statement.execute();
    }
  }
}
