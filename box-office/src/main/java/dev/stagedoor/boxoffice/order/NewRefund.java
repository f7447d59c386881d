package dev.stagedoor.boxoffice.order;

import java.util.Currency;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is to be given back; checked for shape, not yet against the payment.
 *
 * @param order the public id of the order
 * @param minor at least 1
 * @param expected the currency that the client takes it to be in; null where it does not say
 * @param reason for the books
 */
public record NewRefund(UUID order, long minor, @Nullable Currency expected, String reason) {
  /** The currency that the client takes it to be in; empty where it does not say. */
  public Optional<Currency> currency() {
    return Optional.ofNullable(expected);
  }
}
