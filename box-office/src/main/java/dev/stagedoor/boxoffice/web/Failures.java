package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.tx.SqlStates;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.io.EofException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what is thrown into problem details, or into a page where people read it. What the client
 * can mend is told to the client; what it cannot is logged with the request id, and the client
 * hears that id and nothing of our insides.
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private static final Map<Integer, String> TITLES =
      Map.of(404, "Not found", 405, "Method not allowed", 413, "Body too large");

  private final Html html;

  Failures(Html html) {
    this.html = html;
  }

  void addTo(RoutesConfig routes) {
    routes.exception(ProblemException.class, (e, http) -> html.problem(http, e.problem()));
    routes.exception(HttpResponseException.class, this::refused);
    routes.exception(Exception.class, this::failed);
  }

  private void refused(HttpResponseException e, Context http) {
    int status = e.getStatus();
    String title = TITLES.getOrDefault(status, "Refused");
    if (status == 404 && Html.isPage(http)) {
      html.problem(http, Html.notFound().problem());
    } else if (e instanceof MethodNotAllowedResponse other) {
      html.problem(http, Problem.of(status, title, otherMethod(other, http)));
    } else {
      html.problem(http, Problem.of(status, title, detail(status, http)));
    }
  }

  private static String detail(int status, Context http) {
    String what = http.method() + " " + http.path();
    switch (status) {
      case 404:
        return what + " is not here: use /events, /orders or /health";
      case 413:
        return tooLarge(http.contentLength());
      default:
        return what + " cannot be served";
    }
  }

  private static String otherMethod(MethodNotAllowedResponse e, Context http) {
    String allowed =
        e.getDetails().values().stream()
            .flatMap(all -> Arrays.stream(all.split(",\\s*")))
            .sorted()
            .collect(Collectors.joining(", "));
    http.header("Allow", allowed);
    return "%s %s is not possible: use %s"
        .formatted(http.req().getMethod(), http.path(), allowed.replace(", ", " or "));
  }

  private static String tooLarge(int size) {
    int most = BoxOfficeServer.LARGEST_BODY;
    String given = size > most ? Integer.toString(size) : "more than " + most;
    return "the body has " + given + " bytes: send at most " + most;
  }

  private void failed(Exception e, Context http) {
    Origin origin = Origins.of(http);
    if (isTheClients(e)) {
      LOG.info("Request {}: its body broke off: {}", origin, e.toString());
      html.problem(
          http, Problem.of(400, "Bad Request", "the body cannot be read: send all of it, once"));
      return;
    }
    if (isBusy(e)) {
      LOG.warn("Request {}: busy: {}", origin, e.toString());
      http.header("Retry-After", "1");
      html.problem(
          http,
          Problem.of(503, "Busy", "too many requests at once, nothing was done: send it again"));
      return;
    }
    if (isAway(e)) {
      LOG.warn("Request {}: database away: {}", origin, e.toString());
      http.header("Retry-After", "1");
      html.problem(
          http,
          Problem.of(
              503,
              "Database is away",
              Html.isPage(http)
                  ? "Load this page again in a moment. A form may be sent again: it is one order."
                  : "whether the request was done is unknown: send it again under the same"
                      + " Idempotency-Key"));
      return;
    }
    LOG.error("Request {} failed: {} {}", origin, http.method(), http.path(), e);
    html.problem(
        http,
        Problem.of(500, "Failed", "our fault, logged under request id " + origin.requestId()));
  }

  /** It hung up, or wrote what is no chunk: nothing that anybody here could mend. */
  private static boolean isTheClients(Exception e) {
    return causes(e).anyMatch(t -> t instanceof EofException || t instanceof BadMessageException);
  }

  /** No connection was free in time, and none was refused: the pool is at work. */
  private static boolean isBusy(Exception e) {
    return causes(e)
        .anyMatch(t -> t instanceof SQLTransientConnectionException && t.getCause() == null);
  }

  private static Stream<Throwable> causes(Exception e) {
    return Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause);
  }

  private static boolean isAway(Exception e) {
    if (causes(e).anyMatch(t -> t instanceof SQLTransientConnectionException)) {
      return true; // no connection could be made
    }
    return SqlStates.connectionLost(e) || SqlStates.tryAgain(e);
  }
}
