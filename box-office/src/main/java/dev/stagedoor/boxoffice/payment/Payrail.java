package dev.stagedoor.boxoffice.payment;

import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.effect.IdempotencyKey;
import java.io.IOException;

/** The payment provider, which keeps keys. Thread-safe. */
public interface Payrail {
  /**
   * Takes money under a key; returns what Payrail decided, now or under this key before.
   *
   * @param origin passed on for logs; no part of the request's identity
   * @throws dev.stagedoor.effect.SendFailure where it is known that nothing was decided, or why not
   * @throws IOException where it may have been
   */
  Outcome capture(Capture capture, IdempotencyKey key, Origin origin)
      throws IOException, InterruptedException;

  /** Gives money back under a key; otherwise as {@link #capture}. */
  Outcome refund(Refund refund, IdempotencyKey key, Origin origin)
      throws IOException, InterruptedException;

  /**
   * What is to be taken.
   *
   * @param token what Payrail knows the buyer's card by
   * @param reference the order's public id, for Payrail's books
   */
  record Capture(Money amount, String token, String reference) {}

  /**
   * What is to be given back.
   *
   * @param capture what Payrail calls the capture that it is taken from
   * @param reference the order's public id, for Payrail's books
   */
  record Refund(Money amount, String capture, String reference) {}
}
