package dev.stagedoor.boxoffice;

import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.UPDATE_SALES_COUNTER;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.email.SendTickets;
import dev.stagedoor.boxoffice.sales.UpdateSalesCounter;
import dev.stagedoor.boxoffice.ticket.RenderTickets;
import dev.stagedoor.effect.Lookup;

/** Which handler does which job. */
public final class BoxOfficeJobs {
  private BoxOfficeJobs() {}

  /** All jobs of the box office. */
  public static Stagedoor.Builder register(Stagedoor.Builder builder, BoxOfficeServices services) {
    return counting(sending(rendering(builder, services), services));
  }

  public static Stagedoor.Builder rendering(Stagedoor.Builder builder, BoxOfficeServices services) {
    return builder.handle(
        RENDER_TICKETS, new RenderTickets(services.orders(), services.printer(), services.store()));
  }

  /** A mailer that can tell what became of a key is asked where a send is unknown. */
  public static Stagedoor.Builder sending(Stagedoor.Builder builder, BoxOfficeServices services) {
    Stagedoor.Builder with =
        builder.handle(
            SEND_TICKETS,
            new SendTickets(services.orders(), services.store(), services.email()),
            handling -> handling.effects(services.email().type()));
    return services.mailer() instanceof Lookup lookup
        ? with.lookup(services.email().type(), lookup)
        : with;
  }

  public static Stagedoor.Builder counting(Stagedoor.Builder builder) {
    return builder.handleOnce(UPDATE_SALES_COUNTER, new UpdateSalesCounter());
  }
}
