package dev.stagedoor.boxoffice;

import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.payment.Payrail;
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
 */
public record BoxOfficeServices(
    DataSource database,
    TicketPrinter printer,
    TicketStore store,
    Mailer mailer,
    @Nullable Payrail provider) {
  /** With the printer that a box office has, and without payments. */
  public static BoxOfficeServices of(DataSource database, TicketStore store, Mailer mailer) {
    return new BoxOfficeServices(database, new PdfTickets(), store, mailer, null);
  }

  public BoxOfficeServices withPrinter(TicketPrinter other) {
    return new BoxOfficeServices(database, other, store, mailer, provider);
  }

  /**
   * With payments.
   *
   * @param payrail null for without
   */
  public BoxOfficeServices withPayrail(@Nullable Payrail payrail) {
    return new BoxOfficeServices(database, printer, store, mailer, payrail);
  }

  /** Empty where no payments are taken. */
  public Optional<Payrail> payrail() {
    return Optional.ofNullable(provider);
  }

  public Orders orders() {
    return new Orders(database);
  }
}
