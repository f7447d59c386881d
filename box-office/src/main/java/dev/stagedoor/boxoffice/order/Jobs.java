package dev.stagedoor.boxoffice.order;

import dev.stagedoor.effect.ClaimTable;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.JobType;

/** The jobs of the box office and the effects that leave it. */
public final class Jobs {
  /** The order's payment is settled: captured, declined, or never begun. */
  public static final JobType<PaymentToCapture> CAPTURE_PAYMENT =
      JobType.of("capture_payment", PaymentToCapture.class).onQueue("payments");

  /** The refund is settled: given back, or refused. */
  public static final JobType<RefundToPay> REFUND_PAYMENT =
      JobType.of("refund_payment", RefundToPay.class).onQueue("payments");

  /** The order's tickets are rendered, stored, and queued to be sent. */
  public static final JobType<TicketOrder> RENDER_TICKETS =
      JobType.of("render_tickets", TicketOrder.class).onQueue("tickets");

  /** The order's ticket email has been sent. */
  public static final JobType<TicketOrder> SEND_TICKETS =
      JobType.of("send_tickets", TicketOrder.class).onQueue("email");

  /** The order's tickets have been mailed once more, as somebody has asked. */
  public static final JobType<TicketsToResend> RESEND_TICKETS =
      JobType.of("resend_tickets", TicketsToResend.class).onQueue("email");

  /** The order's tickets are in its event's sales counter. */
  public static final JobType<TicketOrder> UPDATE_SALES_COUNTER =
      JobType.of("update_sales_counter", TicketOrder.class).onQueue("sales");

  /** The order's tickets are out of its event's sales counter again. */
  public static final JobType<TicketOrder> SUBTRACT_FROM_SALES_COUNTER =
      JobType.of("subtract_from_sales_counter", TicketOrder.class).onQueue("sales");

  /** What each event sold on the day before the tick is written, and queued to be mailed. */
  public static final JobType<ReportZone> ORGANIZER_REPORT =
      JobType.of("organizer_report", ReportZone.class).onQueue("reports");

  /** The organizer has been mailed what the event sold that day. */
  public static final JobType<ReportToMail> MAIL_REPORT =
      JobType.of("mail_report", ReportToMail.class).onQueue("reports");

  /** The email with an order's tickets, under the key {@code tickets-4471}. */
  public static final EffectType TICKET_EMAIL =
      EffectType.of("tickets")
          .in(
              ClaimTable.named("boxoffice.email_sends")
                  .subject("order_id")
                  .kind("kind")
                  .claimedAt("claimed_at")
                  .doneAt("sent_at"));

  /** A further email with them, under a key of its own resend: {@code tickets_again-17}. */
  public static final EffectType TICKETS_AGAIN =
      EffectType.of("tickets_again")
          .in(
              ClaimTable.named("boxoffice.ticket_resend_sends")
                  .subject("resend_id")
                  .withoutKind()
                  .claimedAt("claimed_at")
                  .doneAt("sent_at"));

  /** The email with an event's report, under the key {@code organizer_report-2026-11-29-7}. */
  public static final EffectType REPORT_EMAIL = EffectType.of("organizer_report");

  /** The capture of a payment, under the key {@code capture-17}. */
  public static final EffectType PAYMENT_CAPTURE =
      EffectType.of("payment_capture").keyPrefix("capture");

  /** The payment of a refund, under the key {@code refund-3}. */
  public static final EffectType PAYMENT_REFUND =
      EffectType.of("payment_refund").keyPrefix("refund");

  private Jobs() {}
}
