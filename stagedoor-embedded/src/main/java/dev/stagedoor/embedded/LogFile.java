package dev.stagedoor.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a server that did not start has to say about it: for a person to read, never to decide on.
 */
final class LogFile {
  private static final Pattern COMPLAINT =
      Pattern.compile("FATAL|ERROR|Fatal|error|[Ff]ailed|Could not");

  private LogFile() {}

  static String lastComplaint(Path log) {
    try {
      List<String> lines =
          Files.readAllLines(log).stream().filter(line -> !line.isBlank()).toList();
      List<String> complaints = lines.stream().filter(COMPLAINT.asPredicate()).toList();
      List<String> best = complaints.isEmpty() ? lines : complaints;
      return best.isEmpty() ? "it wrote nothing to its log" : best.get(best.size() - 1).strip();
    } catch (IOException e) {
      return "and left no log (" + e.getMessage() + ")";
    }
  }
}
