package dev.stagedoor.boxoffice.sales;

import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.tx.Tx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Takes an order's tickets out of the counter again, as {@link UpdateSalesCounter} has put them in:
 * all of them, once, whatever was released since. It may come before that; a counter that would
 * fall below zero waits for it.
 */
public final class SubtractFromSalesCounter implements OnceHandler<TicketOrder> {
  private static final Duration LATER = Duration.ofSeconds(10);

  /**
   * Any number of orders at the same time: they wait for the event's row. 0 rows: no order, or the
   * counter holds fewer.
   */
  private static final String SUBTRACT =
      """
      UPDATE boxoffice.event_sales
         SET tickets_sold = tickets_sold - back.tickets
        FROM (SELECT event_id, count(*) AS tickets FROM boxoffice.tickets
               WHERE order_id = ? GROUP BY event_id) back
       WHERE event_sales.event_id = back.event_id AND tickets_sold >= back.tickets
      """;

  /** Reads only; 0 rows: no order. */
  private static final String FIND = "SELECT id FROM boxoffice.orders WHERE id = ?";

  @Override
  public void handle(JobRun<TicketOrder> run, Tx tx) throws SQLException {
    // The order's tickets are out of its event's sales counter again.
    long order = run.payload().orderId();
    if (tx.update(SUBTRACT, order) == 0) {
      throw exists(tx.connection(), order)
          ? RetryLater.because("order " + order + " is not counted yet", LATER)
          : DeadLetter.because("there is no order " + order);
    }
  }

  private static boolean exists(Connection connection, long order) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setLong(1, order);
      return find.executeQuery().next();
    }
  }
}
