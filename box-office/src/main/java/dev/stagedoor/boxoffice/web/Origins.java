package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.loop.Ids;
import io.javalin.http.Context;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a request comes from: its id, the client's own if it can be logged and passed on as it is,
 * or a new one; its trace context if it is well-formed. Thread-safe.
 *
 * @see <a href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a>
 */
final class Origins {
  static final String REQUEST_ID = "X-Request-Id";
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
  private static final Pattern TRACEPARENT =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private final Ids ids;

  Origins(Ids ids) {
    this.ids = ids;
  }

  /** Reads or mints it, once a request. */
  void read(Context http) {
    String id = http.header(REQUEST_ID);
    String used = id != null && ID.matcher(id).matches() ? id : ids.next().toString();
    http.attribute(REQUEST_ID, new Origin(used, traceparent(http.header("traceparent"))));
    http.header(REQUEST_ID, used);
  }

  private static @Nullable String traceparent(@Nullable String value) {
    return value != null && TRACEPARENT.matcher(value).matches() ? value : null;
  }

  /** Of a request that was read. */
  static Origin of(Context http) {
    Origin origin = http.attribute(REQUEST_ID);
    return origin == null ? new Origin("unread", null) : origin;
  }
}
