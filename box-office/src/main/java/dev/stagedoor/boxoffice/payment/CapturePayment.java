package dev.stagedoor.boxoffice.payment;

import static dev.stagedoor.boxoffice.order.Jobs.PAYMENT_CAPTURE;
import static dev.stagedoor.boxoffice.order.Jobs.REFUND_PAYMENT;
import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.UPDATE_SALES_COUNTER;

import dev.stagedoor.boxoffice.order.OrderTransition;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.PaymentToCapture;
import dev.stagedoor.boxoffice.order.RefundBooks;
import dev.stagedoor.boxoffice.order.RefundToPay;
import dev.stagedoor.boxoffice.order.Seats;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.tx.Tx;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A payment is both: an effect at a provider and a state in our tables. The claim and Payrail's key
 * make the capture one; the conditional write on the payment decides which run takes the order
 * further, in the same transaction.
 *
 * <table>
 *   <caption>Where a run may stop, or a buyer may cancel</caption>
 *   <tr><td>before {@code capturing} is written</td><td>nothing happened; a cancel cancels the
 *       payment, and the next run finds it settled</td></tr>
 *   <tr><td>from there to Payrail's answer</td><td>the next run asks under the same key; a cancel
 *       cancels the order only</td></tr>
 *   <tr><td>between the answer and the payment's state</td><td>the next run finds the effect done,
 *       with the outcome that was kept, and writes the state</td></tr>
 *   <tr><td>captured, and the order was cancelled meanwhile</td><td>all of it is asked back, in the
 *       transaction that writes it down</td></tr>
 * </table>
 *
 * <p>A decline is an outcome: it ends the job well, declines the order and frees its seats. Does
 * not give: a capture once Payrail has forgotten the key and does not answer for it; then a person
 * decides.
 */
public final class CapturePayment implements JobHandler<PaymentToCapture> {
  /**
   * Two runs at the same time, or a cancel: the second waits, then changes nothing. 0 rows: begun
   * before, or settled.
   */
  private static final String BEGIN =
      "UPDATE boxoffice.payments SET state = 'capturing' WHERE id = ? AND state = 'requested'";

  /**
   * Two runs at the same time: the second waits for the first, then finds it written. 0 rows:
   * another run has reached the state, and has taken the order further with it.
   */
  private static final String CAPTURED =
      """
      UPDATE boxoffice.payments
         SET state = 'captured', captured_minor = amount_minor, reference = ?, token = NULL,
             settled_at = now()
       WHERE id = ? AND state = 'capturing'
      """;

  /** As {@link #CAPTURED}. */
  private static final String DECLINED =
      """
      UPDATE boxoffice.payments
         SET state = 'declined', reason = ?, token = NULL, settled_at = now()
       WHERE id = ? AND state = 'capturing'
      """;

  private final Payrail payrail;

  public CapturePayment(Payrail payrail) {
    this.payrail = payrail;
  }

  @Override
  public void handle(JobRun<PaymentToCapture> run) throws Exception {
    // The order's payment is settled: captured, declined, or never begun.
    DuePayment payment = begin(run);
    String token = payment.token();
    if (token == null) {
      run.stateReached("payment " + payment.id() + " is " + payment.state().word());
      return;
    }
    String outcome = capture(run, payment, token);
    run.transaction(tx -> settle(tx, run, payment, Outcome.of(outcome)));
  }

  private static DuePayment begin(JobRun<PaymentToCapture> run) throws SQLException {
    long id = run.payload().paymentId();
    return run.transactionFor(
        tx -> {
          tx.update(BEGIN, id);
          return DuePayment.find(tx.connection(), id);
        });
  }

  private String capture(JobRun<PaymentToCapture> run, DuePayment payment, String token)
      throws Exception {
    Payrail.Capture capture = new Payrail.Capture(payment.amount(), token, payment.reference());
    return run.effect(PAYMENT_CAPTURE, payment.id())
        .performFor(key -> payrail.capture(capture, key, Origin.of(run)).text()); // capture-17
  }

  private static void settle(
      Tx tx, JobRun<PaymentToCapture> run, DuePayment payment, Outcome outcome)
      throws SQLException {
    if (outcome instanceof Outcome.Done done) {
      if (tx.changed(CAPTURED, done.reference(), payment.id())) {
        captured(tx, Origin.of(run), payment);
      }
    } else if (outcome instanceof Outcome.Declined declined) {
      if (tx.changed(DECLINED, declined.reason(), payment.id())) {
        declined(tx, payment);
      }
    }
  }

  private static void captured(Tx tx, Origin origin, DuePayment payment) throws SQLException {
    if (OrderTransition.PAY.move(tx.connection(), payment.orderId())) {
      TicketOrder order = new TicketOrder(payment.orderId());
      tx.enqueue(origin.on(RENDER_TICKETS.job(order)));
      tx.enqueue(origin.on(UPDATE_SALES_COUNTER.job(order)));
      return;
    }
    RefundBooks.@Nullable Made all =
        RefundBooks.make(
            tx.connection(), payment.id(), payment.amount().minor(), "order cancelled");
    if (all != null) { // always: this transaction has just captured it
      tx.enqueue(origin.on(REFUND_PAYMENT.job(new RefundToPay(all.id()))));
    }
  }

  private static void declined(Tx tx, DuePayment payment) throws SQLException {
    if (OrderTransition.DECLINE.move(tx.connection(), payment.orderId())) {
      Seats.release(tx.connection(), payment.orderId());
    }
  }
}
