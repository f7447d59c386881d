package dev.stagedoor.boxoffice.secondrun;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.order.Jobs;
import dev.stagedoor.boxoffice.order.PaymentToCapture;
import dev.stagedoor.boxoffice.order.RefundToPay;
import dev.stagedoor.boxoffice.payment.Payrail;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.world.World;
import java.sql.SQLException;
import java.util.function.Function;

/** Payment 17 of order 4471, refund 3 of it, and what each of its jobs is to do to the world. */
public final class OnePayment {
  private static final String DUE =
      """
      UPDATE boxoffice.orders SET state = 'placed', amount_minor = 5000;
      INSERT INTO boxoffice.payments (id, order_id, amount_minor, currency, token)
      OVERRIDING SYSTEM VALUE VALUES (17, 4471, 5000, 'EUR', 'tok_visa')
      """;

  /** All of it was asked back, so a part that is given twice passes every constraint. */
  private static final String CAPTURED =
      """
      UPDATE boxoffice.orders SET state = 'paid', amount_minor = 5000;
      UPDATE boxoffice.event_sales SET tickets_sold = 2;
      INSERT INTO boxoffice.payments
        (id, order_id, amount_minor, currency, state, captured_minor, refunding_minor, reference,
         settled_at)
      OVERRIDING SYSTEM VALUE
      VALUES (17, 4471, 5000, 'EUR', 'captured', 5000, 5000, 'cap_1', now());
      INSERT INTO boxoffice.refunds (id, payment_id, amount_minor, reason)
      OVERRIDING SYSTEM VALUE VALUES (3, 17, %d, 'asked for')
      """;

  private OnePayment() {}

  /** {@code capture_payment}: one capture, under one key, and what follows from it. */
  public static SecondRun<PaymentToCapture> capturing(
      Function<BoxOfficeServices, JobHandler<PaymentToCapture>> handler) throws SQLException {
    return capture(handler, DUE)
        .exactlyOnce("capture", world -> world.provider(ModelPayrail.class).accepted())
        .exactlyOnceRows(
            "payment", "SELECT 1 FROM boxoffice.payments WHERE captured_minor = amount_minor")
        .exactlyOnceRows("order", "SELECT 1 FROM boxoffice.orders WHERE state = 'paid'")
        .exactlyOnceRows("render job", jobs("render_tickets"))
        .exactlyOnceRows("count job", jobs("update_sales_counter"))
        .eventually(
            "nothing is asked back",
            world -> OneOrder.is(world, "SELECT count(*) = 0 FROM boxoffice.refunds"));
  }

  /** {@code capture_payment} of a token that Payrail declines: an outcome, told once. */
  public static SecondRun<PaymentToCapture> declining(
      Function<BoxOfficeServices, JobHandler<PaymentToCapture>> handler) throws SQLException {
    return capture(handler, DUE.replace("tok_visa", "tok_declined"))
        .exactlyOnce("decision", world -> world.provider(ModelPayrail.class).accepted())
        .exactlyOnceRows("payment", "SELECT 1 FROM boxoffice.payments WHERE state = 'declined'")
        .exactlyOnceRows("order", "SELECT 1 FROM boxoffice.orders WHERE state = 'declined'")
        .exactlyOnceRows(
            "seats",
            "SELECT DISTINCT order_id FROM boxoffice.tickets WHERE released_at IS NOT NULL");
  }

  /**
   * {@code capture_payment} that was begun before its order was cancelled: captured, and asked
   * back.
   */
  public static SecondRun<PaymentToCapture> capturingCancelled(
      Function<BoxOfficeServices, JobHandler<PaymentToCapture>> handler) throws SQLException {
    return capture(
            handler,
            DUE
                + ";UPDATE boxoffice.payments SET state = 'capturing';"
                + "UPDATE boxoffice.orders SET state = 'cancelled'")
        .exactlyOnce("capture", world -> world.provider(ModelPayrail.class).accepted())
        .exactlyOnceRows("refund", "SELECT 1 FROM boxoffice.refunds WHERE amount_minor = 5000")
        .exactlyOnceRows("refund job", jobs("refund_payment"));
  }

  private static SecondRun<PaymentToCapture> capture(
      Function<BoxOfficeServices, JobHandler<PaymentToCapture>> handler, String payment)
      throws SQLException {
    return SecondRun.of(Jobs.CAPTURE_PAYMENT, new PaymentToCapture(17))
        .handler(
            world -> handler.apply(services(world)),
            options -> options.effects(Jobs.PAYMENT_CAPTURE))
        .on(OneOrder.database())
        .given(OneOrder.PLACED + ";" + payment)
        .client(Payrail.class, ModelPayrail::new, ModelMailer.faults());
  }

  /** {@code refund_payment} of a part: an amount, and nothing else. */
  public static SecondRun<RefundToPay> refundingAPart(
      Function<BoxOfficeServices, JobHandler<RefundToPay>> handler) throws SQLException {
    return refund(handler, 1500)
        .exactlyOnceValue("given back", 1500, "SELECT refunded_minor FROM boxoffice.payments")
        .eventually(
            "the order is paid and keeps its seats",
            world -> OneOrder.is(world, "SELECT state = 'paid' FROM boxoffice.orders"));
  }

  /** {@code refund_payment} of all: the order is refunded, and counted back. */
  public static SecondRun<RefundToPay> refundingAll(
      Function<BoxOfficeServices, JobHandler<RefundToPay>> handler) throws SQLException {
    return refund(handler, 5000)
        .exactlyOnceValue("given back", 5000, "SELECT refunded_minor FROM boxoffice.payments")
        .exactlyOnceRows("order", "SELECT 1 FROM boxoffice.orders WHERE state = 'refunded'")
        .exactlyOnceRows("subtract job", jobs("subtract_from_sales_counter"));
  }

  private static SecondRun<RefundToPay> refund(
      Function<BoxOfficeServices, JobHandler<RefundToPay>> handler, long minor)
      throws SQLException {
    return SecondRun.of(Jobs.REFUND_PAYMENT, new RefundToPay(3))
        .handler(
            world -> handler.apply(services(world)),
            options -> options.effects(Jobs.PAYMENT_REFUND))
        .on(OneOrder.database())
        .given(OneOrder.PLACED + ";" + CAPTURED.formatted(minor))
        .client(Payrail.class, ModelPayrail::new, ModelMailer.faults())
        .exactlyOnce("refund", world -> world.provider(ModelPayrail.class).accepted());
  }

  private static String jobs(String type) {
    return "SELECT 1 FROM stagedoor.outbox WHERE type = '" + type + "'";
  }

  private static BoxOfficeServices services(World world) {
    TicketStore unused = new ModelTicketStore();
    Mailer none =
        (mail, key, origin) -> {
          throw new AssertionError("a payment sends no mail");
        };
    return BoxOfficeServices.of(world.dataSource(), unused, none)
        .withPayrail(world.client(Payrail.class));
  }
}
