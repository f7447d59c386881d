package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;

/**
 * The email left the process and has no column to read, so the effect has a row of its own: {@code
 * email_sends}. One statement claims it; whoever holds the claim sends under the order's key, then
 * marks. A crash between the two sends again, and the provider answers from its own table. Does not
 * give: one email after the provider has forgotten the key, or has none; then a person decides, or
 * has decided beforehand.
 */
public final class SendTickets implements JobHandler<TicketOrder> {
  private final Orders orders;
  private final TicketEmail email;
  private final TicketMailing mailing;

  public SendTickets(Orders orders, TicketStore store, TicketEmail email) {
    this.orders = orders;
    this.email = email;
    this.mailing = new TicketMailing(store, email);
  }

  @Override
  public void handle(JobRun<TicketOrder> run) throws Exception {
    // The order's ticket email has been sent.
    Order order = run.payload().in(orders);
    mailing.mail(run, order, order.buyer().email(), email.type(), order.id()); // tickets-4471
  }
}
