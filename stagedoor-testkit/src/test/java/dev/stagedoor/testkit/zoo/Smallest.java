package dev.stagedoor.testkit.zoo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The known smallest interleaving of each wrong specimen, from {@code smallest.txt}: a line for
 * each, {@code kind: name = replay string}.
 */
final class Smallest {
  private static final String BETWEEN = " = ";
  private final Map<String, String> replays = new LinkedHashMap<>();

  private Smallest(String text) {
    text.lines()
        .filter(line -> !line.isBlank())
        .forEach(
            line -> {
              int between = line.indexOf(BETWEEN);
              replays.put(line.substring(0, between), line.substring(between + BETWEEN.length()));
            });
  }

  static Smallest known() {
    try (InputStream file =
        Objects.requireNonNull(
            Smallest.class.getResourceAsStream("smallest.txt"), "smallest.txt")) {
      return new Smallest(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Null where none is known yet. */
  @Nullable String of(Specimen specimen) {
    return replays.get(specimen.toString());
  }

  /** In the form of the file. */
  static String text(Map<Specimen, String> replays) {
    return replays.entrySet().stream()
        .map(entry -> entry.getKey() + BETWEEN + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
