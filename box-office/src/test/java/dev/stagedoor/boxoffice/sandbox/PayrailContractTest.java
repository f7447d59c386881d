package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.payment.HttpPayrail;
import dev.stagedoor.boxoffice.payment.Outcome;
import dev.stagedoor.boxoffice.payment.Payrail;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.SendFailure;
import dev.stagedoor.testkit.contract.ProviderContract;
import dev.stagedoor.testkit.fakes.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Payrail's sandbox keeps the promises of a provider, as its client over HTTP sees it. */
class PayrailContractTest implements ProviderContract {
  private static final Duration LIFE = Duration.ofHours(24);

  private final ManualClock clock = ManualClock.at(Instant.parse("2027-05-01T17:30:00Z"));
  private final PayrailSandbox sandbox;
  private final SandboxClient client;
  private final HttpPayrail payrail;

  PayrailContractTest() throws IOException {
    sandbox = PayrailSandbox.start(0, LIFE, clock);
    client = new SandboxClient(sandbox.uri());
    payrail = new HttpPayrail(sandbox.uri(), Duration.ofSeconds(20));
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Override
  public Reply send(@Nullable String key, String request) throws Exception {
    if (key == null) {
      return withoutKey(request);
    }
    Payrail.Capture capture = new Payrail.Capture(Money.of(5000, "EUR"), "tok_" + request, "o-1");
    try {
      Outcome outcome = payrail.capture(capture, new IdempotencyKey(key), new Origin("r1", null));
      return new Reply.Done(outcome.text());
    } catch (SendFailure failure) {
      return switch (failure.kind()) {
        case STILL_RUNNING -> new Reply.StillRunning();
        case KEY_REUSED -> new Reply.KeyReused();
        default -> throw failure;
      };
    }
  }

  private Reply withoutKey(String request) {
    String body = "{\"amountMinor\":5000,\"currency\":\"EUR\",\"token\":\"tok_%s\"}";
    int status =
        client.postAsync("/v1/captures", null, body.formatted(request)).join().statusCode();
    if (status != 400) {
      throw new AssertionError(status);
    }
    return new Reply.KeyMissing();
  }

  @Override
  public long accepted() throws Exception {
    return client.counts().at("/captures/accepted").longValue();
  }

  @Override
  public boolean keyIsRequired() {
    return true;
  }

  @Override
  public Optional<Duration> keysLife() {
    return Optional.of(LIFE);
  }

  @Override
  public void pass(Duration time) {
    clock.advance(time);
  }
}
