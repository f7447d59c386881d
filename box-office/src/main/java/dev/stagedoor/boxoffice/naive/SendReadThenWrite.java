package dev.stagedoor.boxoffice.naive;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.StoredTickets;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;

/**
 * Wrong: no claim. The check is in the right place and in the wrong transaction: two runs at once
 * both read that nothing was sent, and both send. Their sends overlap at the provider, whose own
 * key table is all that stands between the buyer and a second email.
 */
final class SendReadThenWrite implements JobHandler<TicketOrder> {
  /** Two runs at the same time: both write. Never 0 rows. */
  private static final String SENT =
      """
      INSERT INTO boxoffice.email_sends (order_id, kind, claimed_at, sent_at)
      VALUES (?, 'tickets', now(), now())
      ON CONFLICT (order_id, kind) DO UPDATE SET sent_at = now()
      """;

  private final BoxOfficeServices services;

  SendReadThenWrite(BoxOfficeServices services) {
    this.services = services;
  }

  @Override
  public void handle(JobRun<TicketOrder> run) throws Exception {
    Order order = run.payload().in(services.orders());
    if (services.orders().emailSentAt(order.id()).isPresent()) {
      run.stateReached("email of order " + order.id() + " is sent");
      return;
    }
    Mail mail = Mail.withTickets(order, StoredTickets.of(order, services.store()));
    services.mailer().send(mail, IdempotencyKey.of("tickets", order.id()), Origin.of(run));
    OwnTransaction.run(
        services.database(), connection -> OwnTransaction.update(connection, SENT, order.id()));
  }
}
