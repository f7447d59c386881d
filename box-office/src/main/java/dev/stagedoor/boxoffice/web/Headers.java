package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the headers that decide what a request does. */
final class Headers {
  private Headers() {}

  /**
   * The value of a header that may come once; null if it did not come. To take the first of two
   * would be to guess.
   *
   * @throws ProblemException 400 if it came more than once
   */
  static @Nullable String once(Context http, String name) {
    List<String> all = Collections.list(http.req().getHeaders(name));
    if (all.size() > 1) {
      throw new ProblemException(
          Problem.of(
              400,
              name + " comes more than once",
              "the request has " + all.size() + " " + name + " headers: send one"));
    }
    return all.isEmpty() ? null : all.get(0);
  }
}
