package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.handler.JobRun;

/** Mails an order's tickets, whatever the intent: the same mail each time, but for the address. */
record TicketMailing(TicketStore store, TicketEmail email) {
  /**
   * Sends it once for this intent; an order whose tickets are void gets nothing.
   *
   * @param intent what the effect is about, and its key is made of
   */
  void mail(JobRun<?> run, Order order, String address, EffectType type, long intent)
      throws Exception {
    if (!order.state().holdsSeats()) {
      run.stateReached("order " + order.id() + " is " + order.state().word());
      return;
    }
    Mail mail =
        Mail.withTickets(order, StoredTickets.of(order, store)).to(address).from(email.from());
    run.effect(type, intent).perform(key -> email.mailer().send(mail, key, Origin.of(run)));
  }
}
