package dev.stagedoor.boxoffice.payment;

import dev.stagedoor.boxoffice.order.Money;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The payment of an order as it was read, and the refunds of it, oldest first.
 *
 * @param refundingMinor given back, or asked for and not refused
 * @param refundedMinor given back
 * @param declinedFor why Payrail declined it; null where it did not
 */
public record Payment(
    PaymentState state,
    Money amount,
    long refundingMinor,
    long refundedMinor,
    @Nullable String declinedFor,
    List<Refund> refunds) {
  public Payment {
    refunds = List.copyOf(refunds);
  }

  /** What was captured: all of it, or nothing. */
  public long capturedMinor() {
    return state == PaymentState.CAPTURED ? amount.minor() : 0;
  }

  /** Why Payrail declined it; empty where it did not. */
  public Optional<String> declineReason() {
    return Optional.ofNullable(declinedFor);
  }

  /**
   * One refund.
   *
   * @param state {@code requested}, {@code refunded} or {@code refused}
   * @param reason why it was asked for
   * @param refusedFor why Payrail refused it; null where it did not
   */
  public record Refund(
      UUID publicId, long minor, String state, String reason, @Nullable String refusedFor) {}
}
