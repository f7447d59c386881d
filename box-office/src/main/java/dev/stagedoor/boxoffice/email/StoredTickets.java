package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.ticket.TicketKey;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import java.io.IOException;

/** The PDF that goes with an order's email. */
public final class StoredTickets {
  private StoredTickets() {}

  /**
   * The stored bytes, which never change.
   *
   * @throws IOException if they are not there (yet): the job is tried again
   */
  public static byte[] of(Order order, TicketStore store) throws IOException {
    String key =
        order
            .pdfKey()
            .orElseThrow(
                () -> new IOException("tickets of order " + order.id() + " are not stored yet"));
    return store
        .get(new TicketKey(key))
        .orElseThrow(() -> new IOException("no object " + key + " in " + store));
  }
}
