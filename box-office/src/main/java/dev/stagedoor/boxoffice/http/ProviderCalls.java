package dev.stagedoor.boxoffice.http;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.SendFailure;
import dev.stagedoor.loop.Ids;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls of a provider that speaks JSON over HTTP and keeps keys as the IETF draft says. The key
 * goes bare in {@code Idempotency-Key}.
 *
 * <p>A connection that was refused or not made in time sent nothing. Anything that goes wrong later
 * may have reached the provider, and is thrown as it is: unknown. Nothing is tried again here.
 * Thread-safe.
 */
public final class ProviderCalls {
  private final String provider;
  private final Duration timeout;
  private final Ids ids;
  private final HttpClient http;

  /**
   * @param provider for messages: the mail provider
   * @param timeout from connecting to the whole answer; less than the effect's send time-out, so
   *     that it is this that ends a slow call
   * @param ids names each call's step in the trace of its origin
   */
  public ProviderCalls(String provider, Duration timeout, Ids ids) {
    this.provider = provider;
    this.ids = ids;
    this.timeout = timeout;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout.dividedBy(2))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /**
   * Asks for an effect. Each call is a step of its own in the trace of its origin.
   *
   * @throws SendFailure if nothing was sent
   * @throws IOException if it may have been
   */
  public HttpResponse<String> post(URI to, IdempotencyKey key, Origin origin, ObjectNode body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(to)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .header(IdempotencyKeyHeader.NAME, key.value())
            .header("X-Request-Id", origin.requestId())
            .POST(BodyPublishers.ofByteArray(Json.bytes(body)));
    origin.trace().ifPresent(t -> request.header("traceparent", t.next(ids).traceparent()));
    return answer(request.build());
  }

  /** Asks what became of one; otherwise as {@link #post}. */
  public HttpResponse<String> get(URI from) throws IOException, InterruptedException {
    return answer(HttpRequest.newBuilder(from).timeout(timeout).build());
  }

  /**
   * Tells failures from answers, as {@link SendFailure#throwUnlessOk} does.
   *
   * @throws SendFailure where it is known that nothing was done, or why not
   * @throws IllegalStateException where the outcome is unknown
   */
  public static void throwUnlessOk(HttpResponse<String> answer) {
    SendFailure.throwUnlessOk(
        answer.statusCode(), answer.headers().firstValue("Retry-After").orElse(null));
  }

  private HttpResponse<String> answer(HttpRequest request)
      throws IOException, InterruptedException {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      // refused, not resolved, or not made: no byte has left; the client leaves the message empty
      throw SendFailure.notSent(new ConnectException(request.uri() + " cannot be reached: " + e));
    } catch (HttpTimeoutException e) {
      throw new IOException("no answer from " + provider + " within " + timeout, e);
    }
  }
}
