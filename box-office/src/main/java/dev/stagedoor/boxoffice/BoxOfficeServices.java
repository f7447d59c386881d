package dev.stagedoor.boxoffice;

import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.payment.Payrail;
import dev.stagedoor.boxoffice.report.Reads;
import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.boxoffice.ticket.TicketPrinter;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the handlers work with. Immutable; all of it thread-safe.
 *
 * @param provider of payments; null where none are taken
 * @param reads where reports read what was sold
 */
public record BoxOfficeServices(
    DataSource database,
    TicketPrinter printer,
    TicketStore store,
    TicketEmail email,
    @Nullable Payrail provider,
    Reads reads) {
  /** With reports that are read on the database itself. */
  public BoxOfficeServices(
      DataSource database,
      TicketPrinter printer,
      TicketStore store,
      TicketEmail email,
      @Nullable Payrail provider) {
    this(database, printer, store, email, provider, Reads.on(database));
  }

  /** With the printer that a box office has, a mail provider that keeps keys, and no payments. */
  public static BoxOfficeServices of(DataSource database, TicketStore store, Mailer mailer) {
    return of(database, store, TicketEmail.keyed(mailer));
  }

  /** With the printer that a box office has, and without payments. */
  public static BoxOfficeServices of(DataSource database, TicketStore store, TicketEmail email) {
    return new BoxOfficeServices(database, new PdfTickets(), store, email, null);
  }

  public BoxOfficeServices withPrinter(TicketPrinter other) {
    return new BoxOfficeServices(database, other, store, email, provider, reads);
  }

  public BoxOfficeServices withStore(TicketStore other) {
    return new BoxOfficeServices(database, printer, other, email, provider, reads);
  }

  public BoxOfficeServices withEmail(TicketEmail other) {
    return new BoxOfficeServices(database, printer, store, other, provider, reads);
  }

  public BoxOfficeServices withReads(Reads other) {
    return new BoxOfficeServices(database, printer, store, email, provider, other);
  }

  /**
   * With payments.
   *
   * @param payrail null for without
   */
  public BoxOfficeServices withPayrail(@Nullable Payrail payrail) {
    return new BoxOfficeServices(database, printer, store, email, payrail, reads);
  }

  /** Empty where no payments are taken. */
  public Optional<Payrail> payrail() {
    return Optional.ofNullable(provider);
  }

  public Mailer mailer() {
    return email.mailer();
  }

  public Orders orders() {
    return new Orders(database);
  }
}
