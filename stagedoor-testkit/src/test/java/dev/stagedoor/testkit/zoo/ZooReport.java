package dev.stagedoor.testkit.zoo;

import dev.stagedoor.testkit.interleave.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Figures of one run of the whole zoo, for {@code target/zoo.json}; beside it {@code
 * zoo-smallest.txt} in the form of {@link Smallest}.
 */
final class ZooReport {
  private static final Path DIRECTORY = Path.of("target");
  private final Explored explored;

  ZooReport(Explored explored) {
    this.explored = explored;
  }

  /** A report of more interleavings stays. */
  void write() throws IOException {
    Files.createDirectories(DIRECTORY);
    Path report = DIRECTORY.resolve("zoo.json");
    if (!Files.exists(report) || interleavings(report) <= explored.builtInInterleavings()) {
      Files.writeString(report, json());
      Files.writeString(DIRECTORY.resolve("zoo-smallest.txt"), Smallest.text(explored.smallest()));
    }
  }

  private static long interleavings(Path report) throws IOException {
    Matcher before = Pattern.compile("\"interleavings\": (\\d+)").matcher(Files.readString(report));
    return before.find() ? Long.parseLong(before.group(1)) : 0;
  }

  private String json() {
    return figures().entrySet().stream()
        .map(figure -> "  \"" + figure.getKey() + "\": " + figure.getValue())
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  private Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("wrong", (long) Specimen.wrong().size());
    figures.put("found", explored.found());
    figures.put("right", (long) Specimen.right().size());
    figures.put("falseAlarms", explored.falseAlarms());
    figures.put("medianMs", explored.medianMillis());
    figures.put("interleavings", explored.builtInInterleavings());
    figures.put("doubled", explored.builtIn(Verdict.TWICE));
    figures.put("lost", explored.builtIn(Verdict.LOST));
    figures.put("replays", explored.replays());
    figures.put("replaysIdentical", explored.replaysIdentical());
    return figures;
  }
}
