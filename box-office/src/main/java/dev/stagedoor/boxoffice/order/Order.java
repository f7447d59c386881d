package dev.stagedoor.boxoffice.order;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An order as it was read. All but {@code state} and {@code pdfKey} stays as it is for ever, the
 * number of its tickets too.
 *
 * @param state how far it was
 * @param publicId what the buyer knows it by; not to be guessed
 * @param amount what its tickets cost together
 * @param tickets in the order they were sold, at least one
 * @param storedPdf where the PDF of its tickets lies; null until it is stored
 */
public record Order(
    long id,
    UUID publicId,
    Event event,
    Buyer buyer,
    Instant createdAt,
    OrderState state,
    Money amount,
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
