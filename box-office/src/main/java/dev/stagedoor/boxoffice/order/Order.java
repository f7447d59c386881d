package dev.stagedoor.boxoffice.order;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A placed order as it was read. All but {@code pdfKey} stays as it is for ever, the number of its
 * tickets too.
 *
 * @param publicId what the buyer knows it by; not to be guessed
 * @param tickets in the order they were sold, at least one
 * @param storedPdf where the PDF of its tickets lies; null until it is stored
 */
public record Order(
    long id,
    UUID publicId,
    Event event,
    Buyer buyer,
    Instant createdAt,
    List<Ticket> tickets,
    @Nullable String storedPdf) {
  public Order {
    tickets = List.copyOf(tickets);
  }

  /** Where the PDF of the tickets lies; empty until it is stored. */
  public Optional<String> pdfKey() {
    return Optional.ofNullable(storedPdf);
  }
}
