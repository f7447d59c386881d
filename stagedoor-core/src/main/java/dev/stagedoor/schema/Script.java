package dev.stagedoor.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One numbered step of the schema. Never changed once released: a change is a new script.
 *
 * @param version from 1, without gaps
 * @param name for people
 */
record Script(int version, String name, String text) {
  /** In the order they run. */
  static List<Script> all() {
    return List.of(
        of(1, "first"),
        of(2, "unique_keys"),
        of(3, "queues"),
        of(4, "decisions"),
        of(5, "schedules"),
        of(6, "history"));
  }

  private static Script of(int version, String name) {
    String file = "V%03d__%s.sql".formatted(version, name);
    try (InputStream in = Script.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks its script " + file);
      }
      return new Script(version, name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
