package dev.stagedoor.boxoffice.web;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Opens pages and sends their forms, as a browser would that shows nothing. */
final class Browser {
  private static final Pattern KEY = Pattern.compile("name=\"key\" value=\"([^\"]+)\"");
  private final ApiClient http;

  Browser(ApiClient http) {
    this.http = http;
  }

  HttpResponse<String> open(String path) {
    return http.get(path);
  }

  /** The key in the form of a page. */
  static String key(HttpResponse<String> page) {
    Matcher key = KEY.matcher(page.body());
    if (!key.find()) {
      throw new AssertionError("no key in " + page.body());
    }
    return key.group(1);
  }

  /** Sends fields: name, value, name, value. */
  HttpResponse<String> send(String path, String... fields) {
    return http.post(path, encoded(fields), "Content-Type", "application/x-www-form-urlencoded");
  }

  /** Fills in a form that was just opened, for José, and sends it. */
  HttpResponse<String> order(String path, String key, String... seats) {
    List<String> fields =
        new ArrayList<>(List.of("key", key, "name", "José", "email", "jose@example.org"));
    for (String seat : seats) {
      fields.addAll(List.of("seat", seat));
    }
    return send(path, fields.toArray(String[]::new));
  }

  static String encoded(String... fields) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      body.append(i == 0 ? "" : "&").append(encoded(fields[i])).append('=');
      body.append(encoded(fields[i + 1]));
    }
    return body.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
