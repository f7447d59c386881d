package dev.stagedoor.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a server wrote since it was last started.
 *
 * @param offset how long the file was then
 */
record LogFile(Path path, long offset) {
  private static final int LINES = 4;

  /** Time and process id at the head of a line, PostgreSQL's or Redis'. */
  private static final Pattern PREFIX =
      Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d .*?\\[\\d+\\]|\\d+:[A-Z] .*?:\\d\\d\\.\\d+ [-.*#]) ");

  static LogFile from(Path path) {
    try {
      return new LogFile(path, Files.exists(path) ? Files.size(path) : 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last lines as one: for a person to read, never to decide on. */
  String complaint() {
    List<String> lines =
        written().lines().map(line -> PREFIX.matcher(line).replaceFirst("").strip()).toList();
    List<String> told = lines.stream().filter(line -> !line.isEmpty()).toList();
    return told.isEmpty()
        ? "it wrote nothing to its log"
        : String.join("; ", told.subList(Math.max(0, told.size() - LINES), told.size()));
  }

  private String written() {
    try (InputStream in = Files.newInputStream(path)) {
      in.skipNBytes(offset);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "it left no log: " + e.getMessage();
    }
  }
}
