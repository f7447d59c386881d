package dev.stagedoor.boxoffice.payment;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.http.ProviderCalls;
import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.loop.Ids;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * Payrail over HTTP, as {@link ProviderCalls} tells: the sandbox, or any provider of that shape. A
 * 402 with a reason is a decision like any other; a success or a 402 that cannot be read leaves the
 * outcome unknown. Thread-safe.
 */
public final class HttpPayrail implements Payrail, Lookup {
  private static final int PAYMENT_REQUIRED = 402;
  private static final Pattern WORD = Pattern.compile("[!-~]{1,255}");

  private final URI captures;
  private final URI refunds;
  private final URI requests;
  private final ProviderCalls calls;

  /**
   * @param provider without a slash at the end
   * @param timeout from connecting to the whole answer; less than the effect's send time-out
   */
  public HttpPayrail(URI provider, Duration timeout) {
    this.captures = URI.create(provider + "/v1/captures");
    this.refunds = URI.create(provider + "/v1/refunds");
    this.requests = URI.create(provider + "/v1/requests");
    this.calls = new ProviderCalls("Payrail", timeout, Ids.RANDOM);
  }

  @Override
  public Outcome capture(Capture capture, IdempotencyKey key, Origin origin)
      throws IOException, InterruptedException {
    ObjectNode json = json(capture.amount(), capture.reference()).put("token", capture.token());
    return outcome(calls.post(captures, key, origin, json));
  }

  @Override
  public Outcome refund(Refund refund, IdempotencyKey key, Origin origin)
      throws IOException, InterruptedException {
    ObjectNode json = json(refund.amount(), refund.reference()).put("capture", refund.capture());
    return outcome(calls.post(refunds, key, origin, json));
  }

  private static ObjectNode json(Money amount, String reference) {
    return Json.object()
        .put("amountMinor", amount.minor())
        .put("currency", amount.currency().getCurrencyCode())
        .put("reference", reference);
  }

  private static Outcome outcome(HttpResponse<String> answer) throws IOException {
    if (answer.statusCode() == PAYMENT_REQUIRED) {
      return new Outcome.Declined(word(answer, "reason"));
    }
    ProviderCalls.throwUnlessOk(answer);
    return new Outcome.Done(word(answer, "id"));
  }

  /**
   * What was decided under this key, capture or refund, long after its reply was lost. What was
   * declined has happened too: its reference says so, as {@link Outcome} reads it.
   */
  @Override
  public Answer find(IdempotencyKey key) throws IOException, InterruptedException {
    HttpResponse<String> answer = calls.get(URI.create(requests + "?key=" + key.value()));
    switch (answer.statusCode()) {
      case 200, PAYMENT_REQUIRED:
        return new Happened(outcome(answer).text());
      case 404:
        return new DidNotHappen();
      default:
        return new CannotTell("Payrail answered " + answer.statusCode());
    }
  }

  /**
   * @throws IOException if it is not there: what was decided is unknown then
   */
  private static String word(HttpResponse<String> answer, String name) throws IOException {
    String word;
    try {
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      word = Json.readObject(body).path(name).asString("");
    } catch (ProblemException e) {
      throw new IOException("Payrail's answer " + answer.statusCode() + " cannot be read", e);
    }
    if (!WORD.matcher(word).matches()) {
      throw new IOException("Payrail's answer %d has no %s".formatted(answer.statusCode(), name));
    }
    return word;
  }
}
