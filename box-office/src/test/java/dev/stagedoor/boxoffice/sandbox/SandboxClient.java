package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Talks to a sandbox as anybody could. */
public final class SandboxClient {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI sandbox;

  public SandboxClient(URI sandbox) {
    this.sandbox = sandbox;
  }

  HttpResponse<String> send(@Nullable String key, String body) {
    return sendAsync(key, body).join();
  }

  CompletableFuture<HttpResponse<String>> sendAsync(@Nullable String key, String body) {
    return postAsync("/v1/messages", key, body);
  }

  CompletableFuture<HttpResponse<String>> postAsync(
      String path, @Nullable String key, String body) {
    HttpRequest.Builder request =
        to(path).POST(BodyPublishers.ofString(body)).timeout(Duration.ofSeconds(20));
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return http.sendAsync(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> find(String key) throws IOException, InterruptedException {
    return http.send(to("/v1/messages?key=" + key).build(), BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(to(path).build(), BodyHandlers.ofString());
  }

  public HttpResponse<String> fault(String json) throws IOException, InterruptedException {
    return http.send(
        to("/admin/faults").POST(BodyPublishers.ofString(json)).build(), BodyHandlers.ofString());
  }

  public void clearFaults() throws IOException, InterruptedException {
    http.send(to("/admin/faults").DELETE().build(), BodyHandlers.discarding());
  }

  public JsonNode counts() throws IOException, InterruptedException {
    return read(http.send(to("/admin/counts").build(), BodyHandlers.ofString()));
  }

  /** What the sandbox has in mind of the last requests. */
  public JsonNode received() throws IOException, InterruptedException {
    return read(get("/admin/requests"));
  }

  public JsonNode countsAfter(int requests) throws IOException, InterruptedException {
    return read(
        http.send(to("/admin/counts?requests=" + requests).build(), BodyHandlers.ofString()));
  }

  /** Returns when the first request under the key is under way, and not before it is known. */
  public void awaitRunning(String key) throws IOException, InterruptedException {
    while (find(key).statusCode() != 409) {
      Thread.onSpinWait();
    }
  }

  /** Returns when the sandbox has counted so many. */
  public void awaitCount(int atLeast, String what) throws IOException, InterruptedException {
    while (counts().path(what).intValue() < atLeast) {
      Thread.onSpinWait();
    }
  }

  /** Returns when Payrail has counted so many captures. */
  public void awaitCaptures(int atLeast, String what) throws IOException, InterruptedException {
    while (counts().path("captures").path(what).intValue() < atLeast) {
      Thread.onSpinWait();
    }
  }

  static ObjectNode read(HttpResponse<String> response) {
    return Json.readObject(response.body().getBytes(StandardCharsets.UTF_8));
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(sandbox.resolve(path));
  }
}
