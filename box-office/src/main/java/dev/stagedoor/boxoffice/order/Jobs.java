package dev.stagedoor.boxoffice.order;

import dev.stagedoor.effect.ClaimTable;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.JobType;

/** The jobs of the box office and the one effect that leaves it. */
public final class Jobs {
  /** The order's tickets are rendered, stored, and queued to be sent. */
  public static final JobType<TicketOrder> RENDER_TICKETS =
      JobType.of("render_tickets", TicketOrder.class).onQueue("tickets");

  /** The order's ticket email has been sent. */
  public static final JobType<TicketOrder> SEND_TICKETS =
      JobType.of("send_tickets", TicketOrder.class).onQueue("email");

  /** The order's tickets are in its event's sales counter. */
  public static final JobType<TicketOrder> UPDATE_SALES_COUNTER =
      JobType.of("update_sales_counter", TicketOrder.class).onQueue("sales");

  /** The email with an order's tickets, under the key {@code tickets-4471}. */
  public static final EffectType TICKET_EMAIL =
      EffectType.of("tickets")
          .in(
              ClaimTable.named("boxoffice.email_sends")
                  .subject("order_id")
                  .kind("kind")
                  .claimedAt("claimed_at")
                  .doneAt("sent_at"));

  private Jobs() {}
}
