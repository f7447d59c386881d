package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.effect.IdempotencyKey;
import java.io.IOException;

/** Sends mails through a provider. Thread-safe. */
@FunctionalInterface
public interface Mailer {
  /**
   * Sends a mail under a key; returns when the provider has accepted it, now or, if it keeps keys,
   * under this key before.
   *
   * @param origin passed on to a provider that has a place for it, for its logs; no part of the
   *     request's identity
   * @throws dev.stagedoor.effect.SendFailure where it is known that nothing was sent, or why not
   * @throws IOException where it may have been sent
   */
  void send(Mail mail, IdempotencyKey key, Origin origin) throws IOException, InterruptedException;
}
