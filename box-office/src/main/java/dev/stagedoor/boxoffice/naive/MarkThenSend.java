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
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wrong: marks, then sends. Never sends twice, and after a crash between the two never sends at
 * all: the row says sent above an email that never left, and no run will look again.
 */
final class MarkThenSend implements JobHandler<TicketOrder> {
  /** Two runs at the same time: the second waits, then changes nothing. 0 rows: marked before. */
  private static final String MARK =
      """
      INSERT INTO boxoffice.email_sends (order_id, kind, claimed_at, sent_at)
      VALUES (?, 'tickets', now(), now())
      ON CONFLICT (order_id, kind) DO NOTHING
      """;

  private final BoxOfficeServices services;

  MarkThenSend(BoxOfficeServices services) {
    this.services = services;
  }

  @Override
  public void handle(JobRun<TicketOrder> run) throws Exception {
    Order order = run.payload().in(services.orders());
    if (!mark(order)) {
      run.stateReached("email of order " + order.id() + " is marked as sent");
      return;
    }
    Mail mail = Mail.withTickets(order, StoredTickets.of(order, services.store()));
    services.mailer().send(mail, IdempotencyKey.of("tickets", order.id()), Origin.of(run));
  }

  private boolean mark(Order order) throws Exception {
    AtomicBoolean first = new AtomicBoolean();
    OwnTransaction.run(
        services.database(),
        connection -> first.set(OwnTransaction.update(connection, MARK, order.id()) == 1));
    return first.get();
  }
}
