package dev.stagedoor.boxoffice.naive;

import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import javax.sql.DataSource;

/**
 * Wrong: raises a counter and records nothing with it. A counter that was raised twice looks like
 * one that was raised once for a larger order, so no later check can find it.
 */
final class CountAgain implements JobHandler<TicketOrder> {
  /** Two runs at the same time: both add. 0 rows: no such order. */
  private static final String COUNT =
      """
      UPDATE boxoffice.event_sales
         SET tickets_sold = tickets_sold + sold.tickets
        FROM (SELECT event_id, count(*) AS tickets FROM boxoffice.tickets
               WHERE order_id = ? GROUP BY event_id) sold
       WHERE event_sales.event_id = sold.event_id
      """;

  private final DataSource database;

  CountAgain(DataSource database) {
    this.database = database;
  }

  @Override
  public void handle(JobRun<TicketOrder> run) throws Exception {
    long order = run.payload().orderId();
    OwnTransaction.run(database, connection -> OwnTransaction.update(connection, COUNT, order));
  }
}
