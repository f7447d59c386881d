package dev.stagedoor.boxoffice.secondrun;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.payment.Outcome;
import dev.stagedoor.boxoffice.payment.Payrail;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.testkit.fakes.ModelProvider;
import java.time.Duration;

/** Payrail, which keeps keys for a day, as its client sees it. */
public final class ModelPayrail extends ModelProvider implements Payrail {
  public ModelPayrail() {
    super(Duration.ofHours(24));
  }

  @Override
  public Outcome capture(Capture capture, IdempotencyKey key, Origin origin) {
    return accept(
        key.value(),
        capture,
        () ->
            capture.token().startsWith("tok_declined")
                ? new Outcome.Declined("card_declined")
                : new Outcome.Done("cap_" + (accepted() + 1)));
  }

  @Override
  public Outcome refund(Refund refund, IdempotencyKey key, Origin origin) {
    return accept(key.value(), refund, () -> new Outcome.Done("ref_" + (accepted() + 1)));
  }
}
