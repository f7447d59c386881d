package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers what is not HTTP enough to reach a route: problem details there too. */
final class MalformedRequests implements Request.Handler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus() < 400 ? 500 : response.getStatus();
    Problem problem = Problem.of(status, HttpStatus.getMessage(status), detail(status));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
    response.write(true, ByteBuffer.wrap(Json.bytes(problem.json())), callback);
    return true;
  }

  private static String detail(int status) {
    boolean tooLong =
        status == HttpStatus.URI_TOO_LONG_414
            || status == HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431;
    return tooLong
        ? "address and headers take at most %d bytes together: shorten them"
            .formatted(BoxOfficeServer.LARGEST_HEAD)
        : "the request cannot be read as HTTP";
  }
}
