package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.effect.SendFailure;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider that speaks JSON over HTTP and keeps keys as the IETF draft says: the sandbox, or any
 * of that shape. The key goes bare in {@code Idempotency-Key}.
 *
 * <p>A connection that was refused or not made in time sent nothing. Anything that goes wrong later
 * may have reached the provider, and is thrown as it is: unknown. Nothing is tried again here.
 * Thread-safe.
 */
public final class HttpMailer implements Mailer, Lookup {
  private final URI messages;
  private final Duration timeout;
  private final HttpClient http;

  /**
   * @param provider without a slash at the end
   * @param timeout from connecting to the whole answer; less than the effect's send time-out, so
   *     that it is this that ends a slow send
   */
  public HttpMailer(URI provider, Duration timeout) {
    this.messages = URI.create(provider + "/v1/messages");
    this.timeout = timeout;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout.dividedBy(2))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  @Override
  public void send(Mail mail, IdempotencyKey key, Origin origin)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(messages)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .header(IdempotencyKeyHeader.NAME, key.value())
            .header("X-Request-Id", origin.requestId())
            .POST(BodyPublishers.ofByteArray(Json.bytes(json(mail))));
    origin.traceparent().ifPresent(trace -> request.header("traceparent", trace));
    HttpResponse<String> answer = answer(request.build());
    SendFailure.throwUnlessOk(
        answer.statusCode(), answer.headers().firstValue("Retry-After").orElse(null));
  }

  /** What became of a mail under this key, long after its reply was lost. */
  @Override
  public Answer find(IdempotencyKey key) throws IOException, InterruptedException {
    URI one = URI.create(messages + "?key=" + key.value());
    HttpResponse<String> answer = answer(HttpRequest.newBuilder(one).timeout(timeout).build());
    switch (answer.statusCode()) {
      case 200:
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        return new Happened(Json.readObject(body).path("id").asString());
      case 404:
        return new DidNotHappen();
      default:
        return new CannotTell("the mail provider answered " + answer.statusCode());
    }
  }

  private HttpResponse<String> answer(HttpRequest request)
      throws IOException, InterruptedException {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      // refused, not resolved, or not made: no byte has left; the client leaves the message empty
      throw SendFailure.notSent(new ConnectException(request.uri() + " cannot be reached: " + e));
    } catch (HttpTimeoutException e) {
      throw new IOException("no answer from the mail provider within " + timeout, e);
    }
  }

  private static ObjectNode json(Mail mail) {
    ObjectNode json = Json.object();
    json.putObject("from").put("name", mail.fromName()).put("email", mail.fromEmail());
    json.putObject("to").put("name", mail.toName()).put("email", mail.toEmail());
    json.put("subject", mail.subject()).put("text", mail.text()).put("reference", mail.reference());
    json.putArray("attachments")
        .addObject()
        .put("name", mail.attachment().name())
        .put("mediaType", mail.attachment().mediaType())
        .put("content", Base64.getEncoder().encodeToString(mail.attachment().bytes()));
    return json;
  }
}
