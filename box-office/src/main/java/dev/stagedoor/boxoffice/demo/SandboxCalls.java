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

/** Calls of a sandbox, as anybody could make them. Thread-safe. */
record SandboxCalls(HttpClient http, URI sandbox) {
  private static final Duration LIMIT = Duration.ofSeconds(40);

  /** Asks for an effect; whatever is answered. */
  void send(String path, String key, ObjectNode body) throws IOException, InterruptedException {
    HttpRequest request =
        to(path)
            .header(IdempotencyKeyHeader.NAME, key)
            .POST(BodyPublishers.ofString(Json.text(body)))
            .build();
    http.send(request, BodyHandlers.discarding());
  }

  /** See {@code GET /admin/counts}. */
  ObjectNode counts() throws IOException, InterruptedException {
    return ask(to("/admin/counts"));
  }

  void fault(ObjectNode fault) throws IOException, InterruptedException {
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
