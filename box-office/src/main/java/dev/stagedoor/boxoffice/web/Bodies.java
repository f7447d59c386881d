package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.http.Shown;
import io.javalin.http.Context;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the body of a request. A body that does not call itself JSON is not read as JSON: a page in
 * a browser can post text/plain to any address without asking, JSON it cannot.
 */
final class Bodies {
  private static final String JSON = "application/json";
  private static final String TOKEN = "[a-zA-Z0-9!#$%&'*+.^_`|~-]+";

  /** application/json or any …+json, and parameters. */
  private static final Pattern JSON_TYPE =
      Pattern.compile(
          "(?i:application/json|%1$s/%1$s\\+json)(?:\\s*;\\s*(?:%1$s=(?:%1$s|\"[^\"]*\"))?)*\\s*"
              .formatted(TOKEN));

  private static final String TITLE = "Unsupported media type";

  private Bodies() {}

  /**
   * The JSON object in the body.
   *
   * @throws ProblemException 415 if the body is of another media type or encoded; 400 if it is not
   *     one JSON object
   */
  static ObjectNode json(Context http) {
    refuseEncoded(http, Headers.once(http, "Content-Encoding"));
    String type = Headers.once(http, "Content-Type");
    byte[] body = type == null || JSON_TYPE.matcher(type).matches() ? http.bodyAsBytes() : null;
    if (body == null || (type == null && body.length > 0)) {
      http.header("Accept", JSON);
      throw new ProblemException(Problem.of(415, TITLE, unsupported(type)));
    }
    return Json.readObject(body);
  }

  private static String unsupported(@Nullable String type) {
    String what = type == null ? "came without a Content-Type" : "is " + Shown.of(type);
    return "the body " + what + ": send Content-Type: " + JSON;
  }

  private static void refuseEncoded(Context http, @Nullable String encoding) {
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      http.header("Accept-Encoding", "identity");
      throw new ProblemException(
          Problem.of(
              415,
              TITLE,
              "the body is encoded as "
                  + Shown.of(encoding)
                  + ": send it plain, without Content-Encoding"));
    }
  }
}
