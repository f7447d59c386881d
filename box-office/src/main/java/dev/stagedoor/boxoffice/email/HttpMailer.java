package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.ProviderCalls;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.loop.Ids;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/**
 * A mail provider over HTTP, of the kind that {@link ProviderCalls} tells of: the sandbox, or any
 * of that shape. Thread-safe.
 */
public final class HttpMailer implements Mailer, Lookup {
  private final URI messages;
  private final ProviderCalls calls;

  /**
   * @param provider without a slash at the end
   * @param timeout from connecting to the whole answer; less than the effect's send time-out, so
   *     that it is this that ends a slow send
   */
  public HttpMailer(URI provider, Duration timeout) {
    this.messages = URI.create(provider + "/v1/messages");
    this.calls = new ProviderCalls("the mail provider", timeout, Ids.RANDOM);
  }

  @Override
  public void send(Mail mail, IdempotencyKey key, Origin origin)
      throws IOException, InterruptedException {
    ProviderCalls.throwUnlessOk(calls.post(messages, key, origin, json(mail)));
  }

  /** What became of a mail under this key, long after its reply was lost. */
  @Override
  public Answer find(IdempotencyKey key) throws IOException, InterruptedException {
    HttpResponse<String> answer = calls.get(URI.create(messages + "?key=" + key.value()));
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
