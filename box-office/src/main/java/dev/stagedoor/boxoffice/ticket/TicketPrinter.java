package dev.stagedoor.boxoffice.ticket;

import dev.stagedoor.boxoffice.order.Order;
import java.io.IOException;

/** Makes the tickets of an order. Thread-safe. */
@FunctionalInterface
public interface TicketPrinter {
  /** The PDF: the same bytes for the same order, whoever prints it and when. */
  byte[] print(Order order) throws IOException;
}
