package dev.stagedoor.boxoffice.payment;

import static dev.stagedoor.boxoffice.order.Jobs.PAYMENT_REFUND;
import static dev.stagedoor.boxoffice.order.Jobs.SUBTRACT_FROM_SALES_COUNTER;

import dev.stagedoor.boxoffice.order.OrderTransition;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.RefundToPay;
import dev.stagedoor.boxoffice.order.Seats;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.tx.Tx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Gives money back, as {@link CapturePayment} takes it: claim, key, and a conditional write on the
 * refund. An amount alone leaves the tickets good and the counter as it is; the refund that gives
 * the last of it back refunds the order, frees its seats and has them counted back. Does not give:
 * a mail that calls the tickets back.
 */
public final class RefundPayment implements JobHandler<RefundToPay> {
  /**
   * Two runs at the same time: the second waits for the first, then finds it written. 0 rows:
   * another run has reached the state, and has done what follows from it.
   */
  private static final String REFUNDED =
      """
      UPDATE boxoffice.refunds SET state = 'refunded', reference = ?, settled_at = now()
       WHERE id = ? AND state = 'requested'
      """;

  /** As {@link #REFUNDED}. */
  private static final String REFUSED =
      """
      UPDATE boxoffice.refunds SET state = 'refused', refusal = ?, settled_at = now()
       WHERE id = ? AND state = 'requested'
      """;

  /** By the run that wrote the refund; others of the payment wait. Never 0 rows. */
  private static final String GIVEN =
      """
      UPDATE boxoffice.payments SET refunded_minor = refunded_minor + ?
       WHERE id = ?
      RETURNING refunded_minor = captured_minor AS all_of_it
      """;

  /** As {@link #GIVEN}: what was reserved may be asked for again. */
  private static final String NOT_GIVEN =
      "UPDATE boxoffice.payments SET refunding_minor = refunding_minor - ? WHERE id = ?";

  private final DataSource database;
  private final Payrail payrail;

  public RefundPayment(DataSource database, Payrail payrail) {
    this.database = database;
    this.payrail = payrail;
  }

  @Override
  public void handle(JobRun<RefundToPay> run) throws Exception {
    // The refund is settled: given back, or refused.
    DueRefund refund = DueRefund.find(database, run.payload().refundId());
    if (!refund.isDue()) {
      run.stateReached("refund " + refund.id() + " is " + refund.state());
      return;
    }
    String outcome = refund(run, refund);
    run.transaction(tx -> settle(tx, run, refund, Outcome.of(outcome)));
  }

  private String refund(JobRun<RefundToPay> run, DueRefund due) throws Exception {
    Payrail.Refund refund = new Payrail.Refund(due.amount(), due.capture(), due.reference());
    return run.effect(PAYMENT_REFUND, due.id())
        .performFor(key -> payrail.refund(refund, key, Origin.of(run)).text()); // refund-3
  }

  private static void settle(Tx tx, JobRun<RefundToPay> run, DueRefund due, Outcome outcome)
      throws SQLException {
    if (outcome instanceof Outcome.Done done) {
      if (tx.changed(REFUNDED, done.reference(), due.id()) && wasTheLast(tx.connection(), due)) {
        refunded(tx, Origin.of(run), due);
      }
    } else if (outcome instanceof Outcome.Declined declined) {
      if (tx.changed(REFUSED, declined.reason(), due.id())) {
        tx.update(NOT_GIVEN, due.amount().minor(), due.paymentId());
      }
    }
  }

  private static boolean wasTheLast(Connection connection, DueRefund due) throws SQLException {
    try (PreparedStatement given = connection.prepareStatement(GIVEN)) {
      given.setLong(1, due.amount().minor());
      given.setLong(2, due.paymentId());
      try (ResultSet rows = given.executeQuery()) {
        rows.next();
        return rows.getBoolean("all_of_it");
      }
    }
  }

  /** An order that was cancelled before it was paid holds no seats and was never counted. */
  private static void refunded(Tx tx, Origin origin, DueRefund due) throws SQLException {
    if (OrderTransition.REFUND.move(tx.connection(), due.orderId())) {
      Seats.release(tx.connection(), due.orderId());
      tx.enqueue(origin.on(SUBTRACT_FROM_SALES_COUNTER.job(new TicketOrder(due.orderId()))));
    }
  }
}
