package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.TraceContext;
import dev.stagedoor.loop.Ids;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a request comes from: its id, the client's own if it can be logged and passed on as it is,
 * or a new one; the client's trace, one step further, or a new trace where it sent none that can be
 * read. {@code tracestate} is dropped. Thread-safe.
 *
 * @see <a href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a>
 */
final class Origins {
  static final String REQUEST_ID = "X-Request-Id";
  private static final String TRACEPARENT = "traceparent";
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private final Ids ids;

  Origins(Ids ids) {
    this.ids = ids;
  }

  /** Reads or mints it, once a request. */
  void read(Context http) {
    String id = http.header(REQUEST_ID);
    String used = id != null && ID.matcher(id).matches() ? id : ids.next().toString();
    http.attribute(REQUEST_ID, new Origin(used, trace(http)));
    http.header(REQUEST_ID, used);
  }

  /** Of two headers neither is taken: to choose would be to guess. */
  private TraceContext trace(Context http) {
    List<String> given = Collections.list(http.req().getHeaders(TRACEPARENT));
    Optional<TraceContext> trace =
        given.size() == 1 ? TraceContext.read(given.get(0)) : Optional.empty();
    return trace.map(t -> t.next(ids)).orElseGet(() -> TraceContext.start(ids));
  }

  /** Of a request that was read. */
  static Origin of(Context http) {
    Origin origin = http.attribute(REQUEST_ID);
    return origin == null ? new Origin("unread", null) : origin;
  }
}
