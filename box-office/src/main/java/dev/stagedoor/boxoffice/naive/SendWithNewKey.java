package dev.stagedoor.boxoffice.naive;

import static dev.stagedoor.boxoffice.order.Jobs.TICKET_EMAIL;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.StoredTickets;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.loop.Ids;

/**
 * Wrong: claims the send, and gives the provider a new key for each attempt. A send whose reply was
 * lost looks to the provider like a mail that it has never seen: the buyer gets two.
 */
final class SendWithNewKey implements JobHandler<TicketOrder> {
  private final BoxOfficeServices services;

  SendWithNewKey(BoxOfficeServices services) {
    this.services = services;
  }

  @Override
  public void handle(JobRun<TicketOrder> run) throws Exception {
    Order order = run.payload().in(services.orders());
    Mail mail = Mail.withTickets(order, StoredTickets.of(order, services.store()));
    run.effect(TICKET_EMAIL, order.id())
        .perform(key -> services.mailer().send(mail, another(key), Origin.of(run)));
  }

  private static IdempotencyKey another(IdempotencyKey key) {
    return new IdempotencyKey(key.value() + "-" + Ids.RANDOM.next());
  }
}
