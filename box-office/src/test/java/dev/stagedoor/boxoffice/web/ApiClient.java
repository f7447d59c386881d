package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.ObjectNode;

/** Talks to a box office as anybody could. */
public final class ApiClient {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI server;

  public ApiClient(URI server) {
    this.server = server;
  }

  public HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  /** Headers as name, value, name, value; JSON, unless they say otherwise. */
  public HttpResponse<String> post(String path, String body, String... headers) {
    return post(path, BodyPublishers.ofString(body), headers);
  }

  HttpResponse<String> post(String path, BodyPublisher body, String... headers) {
    return send(with(request(path).POST(body), headers));
  }

  CompletableFuture<HttpResponse<String>> postAsync(String path, String body, String... headers) {
    HttpRequest request = with(request(path).POST(BodyPublishers.ofString(body)), headers).build();
    return http.sendAsync(request, BodyHandlers.ofString());
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    return http.sendAsync(request.build(), BodyHandlers.ofString()).join();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofSeconds(60));
  }

  public static ObjectNode json(HttpResponse<String> response) {
    return Json.readObject(response.body().getBytes(StandardCharsets.UTF_8));
  }

  private static HttpRequest.Builder with(HttpRequest.Builder request, String... headers) {
    HttpRequest.Builder all = headers.length == 0 ? request : request.headers(headers);
    boolean saysType = Arrays.stream(headers).anyMatch("Content-Type"::equalsIgnoreCase);
    return saysType ? all : all.header("Content-Type", "application/json");
  }
}
