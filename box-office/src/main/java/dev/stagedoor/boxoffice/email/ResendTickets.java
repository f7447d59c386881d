package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.boxoffice.order.TicketResend;
import dev.stagedoor.boxoffice.order.TicketResends;
import dev.stagedoor.boxoffice.order.TicketsToResend;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import javax.sql.DataSource;

/**
 * Mails an order's tickets once more, because somebody asked: a new intent, whose subject is the
 * request and not the order, so its key is no earlier mail's and the provider takes it for a new
 * one. Within it all is as with {@link SendTickets}: claim, key, mark; and so is what it does not
 * give.
 */
public final class ResendTickets implements JobHandler<TicketsToResend> {
  private final TicketResends resends;
  private final Orders orders;
  private final EffectType again;
  private final TicketMailing mailing;

  /**
   * @param again the kind of effect, as it is declared with this handler
   */
  public ResendTickets(
      DataSource database, TicketStore store, TicketEmail email, EffectType again) {
    this.resends = new TicketResends(database);
    this.orders = new Orders(database);
    this.again = again;
    this.mailing = new TicketMailing(store, email);
  }

  @Override
  public void handle(JobRun<TicketsToResend> run) throws Exception {
    // The order's tickets have been mailed once more, as somebody has asked.
    TicketResend resend = run.payload().in(resends);
    Order order = new TicketOrder(resend.orderId()).in(orders);
    String address = resend.address().orElse(order.buyer().email());
    mailing.mail(run, order, address, again, resend.id()); // tickets_again-17
  }
}
