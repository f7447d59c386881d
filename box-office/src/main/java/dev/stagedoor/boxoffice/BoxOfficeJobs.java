package dev.stagedoor.boxoffice;

import static dev.stagedoor.boxoffice.order.Jobs.CAPTURE_PAYMENT;
import static dev.stagedoor.boxoffice.order.Jobs.MAIL_REPORT;
import static dev.stagedoor.boxoffice.order.Jobs.ORGANIZER_REPORT;
import static dev.stagedoor.boxoffice.order.Jobs.PAYMENT_CAPTURE;
import static dev.stagedoor.boxoffice.order.Jobs.PAYMENT_REFUND;
import static dev.stagedoor.boxoffice.order.Jobs.REFUND_PAYMENT;
import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.REPORT_EMAIL;
import static dev.stagedoor.boxoffice.order.Jobs.RESEND_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.SUBTRACT_FROM_SALES_COUNTER;
import static dev.stagedoor.boxoffice.order.Jobs.TICKETS_AGAIN;
import static dev.stagedoor.boxoffice.order.Jobs.UPDATE_SALES_COUNTER;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.email.ResendTickets;
import dev.stagedoor.boxoffice.email.SendTickets;
import dev.stagedoor.boxoffice.payment.CapturePayment;
import dev.stagedoor.boxoffice.payment.Payrail;
import dev.stagedoor.boxoffice.payment.RefundPayment;
import dev.stagedoor.boxoffice.report.MailReport;
import dev.stagedoor.boxoffice.report.OrganizerReport;
import dev.stagedoor.boxoffice.sales.SubtractFromSalesCounter;
import dev.stagedoor.boxoffice.sales.UpdateSalesCounter;
import dev.stagedoor.boxoffice.ticket.RenderTickets;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;

/** Which handler does which job. */
public final class BoxOfficeJobs {
  private BoxOfficeJobs() {}

  /** All jobs of the box office. */
  public static Stagedoor.Builder register(Stagedoor.Builder builder, BoxOfficeServices services) {
    Stagedoor.Builder selling = counting(sending(rendering(builder, services), services));
    return paying(reporting(resending(selling, services), services), services);
  }

  /** Nothing where no payments are taken: another worker may know the jobs then. */
  public static Stagedoor.Builder paying(Stagedoor.Builder builder, BoxOfficeServices services) {
    return services.payrail().map(payrail -> paying(builder, services, payrail)).orElse(builder);
  }

  private static Stagedoor.Builder paying(
      Stagedoor.Builder builder, BoxOfficeServices services, Payrail payrail) {
    Stagedoor.Builder with =
        builder
            .handle(
                CAPTURE_PAYMENT,
                new CapturePayment(payrail),
                handling -> handling.effects(PAYMENT_CAPTURE))
            .handle(
                REFUND_PAYMENT,
                new RefundPayment(services.database(), payrail),
                handling -> handling.effects(PAYMENT_REFUND));
    return payrail instanceof Lookup lookup
        ? with.lookup(PAYMENT_CAPTURE, lookup).lookup(PAYMENT_REFUND, lookup)
        : with;
  }

  public static Stagedoor.Builder rendering(Stagedoor.Builder builder, BoxOfficeServices services) {
    return builder.handle(
        RENDER_TICKETS, new RenderTickets(services.orders(), services.printer(), services.store()));
  }

  /** A mailer that can tell what became of a key is asked where a send is unknown. */
  public static Stagedoor.Builder sending(Stagedoor.Builder builder, BoxOfficeServices services) {
    EffectType mail = services.email().type();
    return asking(
        builder.handle(
            SEND_TICKETS,
            new SendTickets(services.orders(), services.store(), services.email()),
            handling -> handling.effects(mail)),
        mail,
        services);
  }

  /** As {@link #sending}, for mails that somebody has asked for once more. */
  public static Stagedoor.Builder resending(Stagedoor.Builder builder, BoxOfficeServices services) {
    EffectType again = services.email().likewise(TICKETS_AGAIN);
    return asking(
        builder.handle(
            RESEND_TICKETS,
            new ResendTickets(services.database(), services.store(), services.email(), again),
            handling -> handling.effects(again)),
        again,
        services);
  }

  /** What writes and mails reports; when they are due is a schedule's. */
  public static Stagedoor.Builder reporting(Stagedoor.Builder builder, BoxOfficeServices services) {
    EffectType report = services.email().likewise(REPORT_EMAIL);
    Stagedoor.Builder with =
        builder
            .handle(ORGANIZER_REPORT, new OrganizerReport(services.database(), services.reads()))
            .handle(
                MAIL_REPORT,
                new MailReport(services.database(), services.email(), report),
                handling -> handling.effects(report));
    return asking(with, report, services);
  }

  private static Stagedoor.Builder asking(
      Stagedoor.Builder builder, EffectType mail, BoxOfficeServices services) {
    return services.mailer() instanceof Lookup lookup ? builder.lookup(mail, lookup) : builder;
  }

  public static Stagedoor.Builder counting(Stagedoor.Builder builder) {
    return builder
        .handleOnce(UPDATE_SALES_COUNTER, new UpdateSalesCounter())
        .handleOnce(SUBTRACT_FROM_SALES_COUNTER, new SubtractFromSalesCounter());
  }
}
