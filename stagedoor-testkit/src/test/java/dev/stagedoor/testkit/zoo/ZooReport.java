package dev.stagedoor.testkit.zoo;

import dev.stagedoor.testkit.interleave.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
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

  void write(String name) throws IOException {
    Files.createDirectories(DIRECTORY);
    Files.writeString(DIRECTORY.resolve(name + ".json"), json());
    Files.writeString(
        DIRECTORY.resolve(name + "-smallest.txt"), Smallest.text(explored.smallest()));
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
