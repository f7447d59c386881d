package dev.stagedoor.boxoffice.ticket;

import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;

/**
 * Check state first, and a conditional write. Two runs that both find nothing stored print twice
 * and waste some CPU; they cannot store two files, and only the one that wrote the key queues the
 * email. Does not give: one print.
 */
public final class RenderTickets implements JobHandler<TicketOrder> {
  /**
   * Two runs at the same time: the second waits for the first, then finds the key written. 0 rows:
   * another run has reached the state, and has queued the email with it.
   */
  private static final String STORED =
      "UPDATE boxoffice.tickets SET pdf_key = ? WHERE order_id = ? AND pdf_key IS NULL";

  private final Orders orders;
  private final TicketPrinter printer;
  private final TicketStore store;

  public RenderTickets(Orders orders, TicketPrinter printer, TicketStore store) {
    this.orders = orders;
    this.printer = printer;
    this.store = store;
  }

  @Override
  public void handle(JobRun<TicketOrder> run) throws Exception {
    // The order's tickets are rendered, stored, and queued to be sent.
    Order order = run.payload().in(orders);
    if (!order.state().holdsSeats()) {
      run.stateReached("order " + order.id() + " is " + order.state().word());
      return;
    }
    if (order.pdfKey().isPresent()) {
      run.stateReached("tickets of order " + order.id() + " are stored");
      return;
    }
    byte[] pdf = printer.print(order); // seconds, on no connection
    TicketKey key = TicketKey.ofOrder(order.publicId()); // the same on every run
    store.putIfAbsent(key, pdf);
    run.transaction(
        tx -> {
          if (tx.changed(STORED, key.value(), order.id())) {
            tx.enqueue(Origin.of(run).on(SEND_TICKETS.job(run.payload())));
          }
        });
  }
}
