package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.http.Shown;
import io.javalin.http.Context;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The form of a page as a browser sent it.
 *
 * @param fields names and all their values, in their order
 */
record Form(Map<String, List<String>> fields) {
  private static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

  /**
   * Reads it.
   *
   * @throws ProblemException 403 if another site's page sent it; 415 if it is no form; 400 if it
   *     cannot be decoded
   */
  static Form read(Context http) {
    refuseOtherSites(http);
    String type = Headers.once(http, "Content-Type");
    if (type == null || !type.strip().toLowerCase(Locale.ROOT).startsWith(MEDIA_TYPE)) {
      throw new ProblemException(
          Problem.of(
              415,
              "Unsupported media type",
              "The form came as %s: send it as %s."
                  .formatted(type == null ? "nothing" : Shown.of(type), MEDIA_TYPE)));
    }
    return new Form(decode(new String(http.bodyAsBytes(), StandardCharsets.UTF_8)));
  }

  /**
   * Nobody is logged in, but a service may stand where only some can reach it: a page of another
   * site in their browsers shall not order through it. Browsers say where a form comes from, over
   * HTTPS by the first header, else by the second.
   */
  private static void refuseOtherSites(Context http) {
    String site = http.header("Sec-Fetch-Site");
    String origin = http.header("Origin");
    boolean ours =
        site != null
            ? site.equals("same-origin") || site.equals("none")
            : origin == null || origin.replaceFirst("^https?://", "").equals(http.host());
    if (!ours) {
      throw new ProblemException(
          Problem.of(
              403,
              "Sent from elsewhere",
              "This form came from another site's page: open the event's page here and order"
                  + " there."));
    }
  }

  private static Map<String, List<String>> decode(String body) {
    Map<String, List<String>> fields = new HashMap<>();
    try {
      for (String pair : body.split("&", -1)) {
        String[] parts = pair.split("=", 2);
        fields
            .computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
            .add(parts.length == 1 ? "" : decoded(parts[1]));
      }
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          Problem.of(
              400,
              "Malformed form",
              "A %-sequence in the form cannot be decoded: send it again from its page."),
          e);
    }
    return fields;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** The first value without the space around it, which phones like to add; empty for none. */
  String text(String name) {
    List<String> values = all(name);
    return values.isEmpty() ? "" : values.get(0).strip();
  }

  List<String> all(String name) {
    return fields.getOrDefault(name, List.of());
  }
}
