package dev.stagedoor.boxoffice.order;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer asks for; checked for shape, not yet against the event.
 *
 * @param token what the payment provider knows the buyer's card by; null where none was given
 */
public record NewOrder(long eventId, List<String> seats, Buyer buyer, @Nullable String token) {
  public NewOrder {
    seats = List.copyOf(seats);
  }

  /** Without a token. */
  public NewOrder(long eventId, List<String> seats, Buyer buyer) {
    this(eventId, seats, buyer, null);
  }

  /** What the payment provider knows the buyer's card by; empty where none was given. */
  public Optional<String> paymentToken() {
    return Optional.ofNullable(token);
  }
}
