package dev.stagedoor.boxoffice.sales;

import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.tx.Tx;
import java.sql.SQLException;

/**
 * A counter has no state to read: one that was raised twice looks like one that was raised once for
 * a larger order. So the job's id is recorded in the same transaction. An order's tickets are fixed
 * when it is placed, so what is added does not depend on when.
 */
public final class UpdateSalesCounter implements OnceHandler<TicketOrder> {
  /** Any number of orders at the same time: they wait for the event's row. 0 rows: no order. */
  private static final String COUNT =
      """
      UPDATE boxoffice.event_sales
         SET tickets_sold = tickets_sold + sold.tickets
        FROM (SELECT event_id, count(*) AS tickets FROM boxoffice.tickets
               WHERE order_id = ? GROUP BY event_id) sold
       WHERE event_sales.event_id = sold.event_id
      """;

  @Override
  public void handle(JobRun<TicketOrder> run, Tx tx) throws SQLException {
    // The order's tickets are in its event's sales counter.
    long order = run.payload().orderId();
    if (tx.update(COUNT, order) == 0) {
      throw DeadLetter.because("there is no order " + order);
    }
  }
}
