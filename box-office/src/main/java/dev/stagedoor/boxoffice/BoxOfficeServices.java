package dev.stagedoor.boxoffice;

import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.boxoffice.ticket.TicketPrinter;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import javax.sql.DataSource;

/** What the handlers work with. Immutable; all of it thread-safe. */
public record BoxOfficeServices(
    DataSource database, TicketPrinter printer, TicketStore store, TicketEmail email) {
  /** With the printer that a box office has, and a mail provider that keeps keys. */
  public static BoxOfficeServices of(DataSource database, TicketStore store, Mailer mailer) {
    return of(database, store, TicketEmail.keyed(mailer));
  }

  /** With the printer that a box office has. */
  public static BoxOfficeServices of(DataSource database, TicketStore store, TicketEmail email) {
    return new BoxOfficeServices(database, new PdfTickets(), store, email);
  }

  public BoxOfficeServices withPrinter(TicketPrinter other) {
    return new BoxOfficeServices(database, other, store, email);
  }

  public BoxOfficeServices withStore(TicketStore other) {
    return new BoxOfficeServices(database, printer, other, email);
  }

  public BoxOfficeServices withEmail(TicketEmail other) {
    return new BoxOfficeServices(database, printer, store, other);
  }

  public Mailer mailer() {
    return email.mailer();
  }

  public Orders orders() {
    return new Orders(database);
  }
}
