package dev.stagedoor.boxoffice.sandbox;

import com.sun.net.httpserver.HttpExchange;
import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The last requests that were posted, and whose they said they were: what a provider's log would
 * have. Keeps 1000, and of each header the first 255 characters. Thread-safe.
 */
final class Received {
  private static final int MOST = 1000;
  private static final int LONGEST = 255;

  private final Deque<Request> last = new ArrayDeque<>();

  private record Request(
      String path, @Nullable String key, @Nullable String requestId, @Nullable String trace) {
    ObjectNode json() {
      return Json.object()
          .put("path", path)
          .put("key", key)
          .put("requestId", requestId)
          .put("traceparent", trace);
    }
  }

  synchronized void add(HttpExchange http) {
    if (last.size() == MOST) {
      last.removeFirst();
    }
    last.addLast(
        new Request(
            http.getRequestURI().getPath(),
            header(http, IdempotencyKeyHeader.NAME),
            header(http, "X-Request-Id"),
            header(http, "traceparent")));
  }

  private static @Nullable String header(HttpExchange http, String name) {
    String value = http.getRequestHeaders().getFirst(name);
    return value == null || value.length() <= LONGEST ? value : value.substring(0, LONGEST);
  }

  /** {@code {"requests":[{"path","key","requestId","traceparent"}]}}, oldest first. */
  synchronized ObjectNode json() {
    ObjectNode json = Json.object();
    ArrayNode requests = json.putArray("requests");
    last.forEach(request -> requests.add(request.json()));
    return json;
  }
}
