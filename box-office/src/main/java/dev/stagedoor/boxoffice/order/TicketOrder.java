package dev.stagedoor.boxoffice.order;

import dev.stagedoor.job.DeadLetter;
import java.sql.SQLException;

/** The payload of every job of an order: which one, and nothing that could be out of date. */
public record TicketOrder(long orderId) {
  /**
   * The order as it is now.
   *
   * @throws DeadLetter if there is none: an order commits with its jobs and stays
   */
  public Order in(Orders orders) throws SQLException {
    return orders
        .find(orderId)
        .orElseThrow(() -> DeadLetter.because("there is no order " + orderId));
  }
}
