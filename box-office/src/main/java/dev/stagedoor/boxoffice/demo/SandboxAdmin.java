package dev.stagedoor.boxoffice.demo;

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
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private final HttpClient http;
  private final URI sandbox;

  SandboxAdmin(HttpClient http, URI sandbox) {
    this.http = http;
    this.sandbox = sandbox;
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
