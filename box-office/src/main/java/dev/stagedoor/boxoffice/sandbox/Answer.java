package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** A whole HTTP answer. */
record Answer(int status, String mediaType, String body, Map<String, String> headers) {
  Answer {
    headers = Map.copyOf(headers);
  }

  static Answer json(int status, JsonNode body) {
    return new Answer(status, "application/json", Json.text(body), Map.of());
  }

  static Answer problem(int status, String title, String detail) {
    return problem(Problem.of(status, title, detail));
  }

  static Answer problem(Problem problem) {
    return new Answer(problem.status(), Problem.MEDIA_TYPE, Json.text(problem.json()), Map.of());
  }

  Answer with(String header, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new Answer(status, mediaType, body, more);
  }

  Answer replayed() {
    return with(IdempotencyKeyHeader.REPLAYED, "true");
  }
}
