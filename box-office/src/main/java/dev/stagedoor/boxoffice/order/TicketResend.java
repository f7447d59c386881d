package dev.stagedoor.boxoffice.order;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to mail an order's tickets once more. Stays as it is.
 *
 * @param email where to, instead of the order's own address; null for that one
 */
public record TicketResend(long id, long orderId, @Nullable String email) {
  /** Where to; empty for the order's own address. */
  public Optional<String> address() {
    return Optional.ofNullable(email);
  }
}
