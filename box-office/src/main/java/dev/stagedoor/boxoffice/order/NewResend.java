package dev.stagedoor.boxoffice.order;

import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have an order's tickets mailed once more; checked for shape, not yet against the order.
 *
 * @param order the public id of the order
 * @param email where to, instead of the order's own address; null for that one
 */
public record NewResend(UUID order, @Nullable String email) {
  /** Where to; empty for the order's own address. */
  public Optional<String> address() {
    return Optional.ofNullable(email);
  }
}
