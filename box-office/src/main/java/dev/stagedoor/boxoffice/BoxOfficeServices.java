package dev.stagedoor.boxoffice;

import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.boxoffice.ticket.TicketPrinter;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import javax.sql.DataSource;

/** What the handlers work with. Immutable; all of it thread-safe. */
public record BoxOfficeServices(
    DataSource database, TicketPrinter printer, TicketStore store, Mailer mailer) {
  /** With the printer that a box office has. */
  public static BoxOfficeServices of(DataSource database, TicketStore store, Mailer mailer) {
    return new BoxOfficeServices(database, new PdfTickets(), store, mailer);
  }

  public BoxOfficeServices withPrinter(TicketPrinter other) {
    return new BoxOfficeServices(database, other, store, mailer);
  }

  public BoxOfficeServices withStore(TicketStore other) {
    return new BoxOfficeServices(database, printer, other, mailer);
  }

  public Orders orders() {
    return new Orders(database);
  }
}
