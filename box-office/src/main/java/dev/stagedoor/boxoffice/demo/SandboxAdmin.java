package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** Asks the mail sandbox what it really did, and for faults. Thread-safe. */
final class SandboxAdmin {
  /** Begins the reference of each mail that is not an order's. */
  static final String WARM_UP = "warm-up-";

  private static final int WARM_UP_MAILS = 50;
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private final HttpClient http;
  private final URI sandbox;

  SandboxAdmin(HttpClient http, URI sandbox) {
    this.http = http;
    this.sandbox = sandbox;
  }

  /**
   * A provider has been running for a while when our mails come: its first answers, from cold code
   * on a busy machine, would come after the send time-out.
   */
  void warmUp() throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UP_MAILS; i++) {
      ObjectNode mail = Json.object().put("subject", "Warm-up").put("text", "");
      mail.put("reference", WARM_UP + i);
      mail.putObject("from").put("email", "demo@stagedoor.example");
      mail.putObject("to").put("email", "demo@stagedoor.example");
      HttpRequest request =
          to("/v1/messages")
              .header(IdempotencyKeyHeader.NAME, WARM_UP + i)
              .POST(BodyPublishers.ofString(Json.text(mail)))
              .build();
      http.send(request, BodyHandlers.discarding());
    }
  }

  /** See {@code GET /admin/counts}. */
  ObjectNode counts() throws IOException, InterruptedException {
    return ask(to("/admin/counts"));
  }

  /** The next mail with this reference is accepted, and answered so much later. */
  void holdReply(String reference, Duration hold) throws IOException, InterruptedException {
    fault(Json.object().put("holdReplies", 1).put("holdMs", hold.toMillis()), reference);
  }

  /** The next mail with this reference is accepted so much later. */
  void delay(String reference, Duration delay) throws IOException, InterruptedException {
    fault(Json.object().put("delayMs", delay.toMillis()).put("times", 1), reference);
  }

  private void fault(ObjectNode fault, String reference) throws IOException, InterruptedException {
    fault.put("reference", reference);
    ask(to("/admin/faults").POST(BodyPublishers.ofString(Json.text(fault))));
  }

  /** No faults any more; what waits because of one goes on. */
  void clearFaults() throws IOException, InterruptedException {
    ask(to("/admin/faults").DELETE());
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(sandbox.resolve(path)).timeout(LIMIT);
  }

  private ObjectNode ask(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
    ObjectNode body = Json.readObject(answer.body());
    if (answer.statusCode() != 200) {
      throw new IOException("the sandbox answered " + answer.statusCode() + ": " + body);
    }
    return body;
  }
}
