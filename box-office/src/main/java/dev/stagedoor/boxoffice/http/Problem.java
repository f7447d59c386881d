package dev.stagedoor.boxoffice.http;

import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What went wrong, for a program and for a person (RFC 9457, type {@code about:blank}). Immutable.
 *
 * @param title the kind of problem, the same each time
 * @param detail this problem: names the value and the mend
 * @param errors one for each wrong field; empty where no field is to blame
 */
public record Problem(int status, String title, String detail, List<FieldError> errors) {
  /** The media type of a problem. */
  public static final String MEDIA_TYPE = "application/problem+json";

  public Problem {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(detail, "detail");
    errors = List.copyOf(errors);
  }

  public static Problem of(int status, String title, String detail) {
    return new Problem(status, title, detail, List.of());
  }

  /**
   * One wrong field.
   *
   * @param pointer a JSON pointer into the request, {@code #/buyer/name}
   */
  public record FieldError(String pointer, String detail) {}

  public ObjectNode json() {
    ObjectNode json = Json.object().put("title", title).put("status", status).put("detail", detail);
    if (!errors.isEmpty()) {
      ArrayNode list = json.putArray("errors");
      errors.forEach(e -> list.addObject().put("pointer", e.pointer()).put("detail", e.detail()));
    }
    return json;
  }
}
