package dev.stagedoor.boxoffice.naive;

import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.boxoffice.ticket.TicketKey;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.outbox.Outbox;

/**
 * Wrong: does not check the state, and writes without a condition. "Render the tickets" is an
 * action, and an action done twice is done twice: each run queues an email job of its own, since
 * nothing tells it that the one before it has.
 *
 * <p>It enqueues with the plain outbox: {@code tx.enqueue} would mint the second job the id of the
 * first and hide the mistake.
 */
final class RenderAlways implements JobHandler<TicketOrder> {
  /** Two runs at the same time: both write. 0 rows: no such order. */
  private static final String STORED =
      "UPDATE boxoffice.tickets SET pdf_key = ? WHERE order_id = ?";

  private final BoxOfficeServices services;
  private final Outbox outbox;

  RenderAlways(BoxOfficeServices services) {
    this.services = services;
    this.outbox = Outbox.on(services.database());
  }

  @Override
  public void handle(JobRun<TicketOrder> run) throws Exception {
    Order order = run.payload().in(services.orders());
    TicketKey key = TicketKey.ofOrder(order.publicId());
    services.store().putIfAbsent(key, services.printer().print(order));
    OwnTransaction.run(
        services.database(),
        connection -> {
          OwnTransaction.update(connection, STORED, key.value(), order.id());
          outbox.enqueue(connection, Origin.of(run).on(SEND_TICKETS.job(run.payload())));
        });
  }
}
