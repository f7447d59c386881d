package dev.stagedoor.chaos.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A process whose clocks show another time, by libfaketime; durations stay true. */
final class OtherClock {
  private static final String MISSING = "no libfaketime in /usr/lib: install it";
  private static final Path LIBRARIES = Path.of("/usr/lib");

  private final Path library;

  /**
   * @throws IllegalStateException if something is missing
   */
  OtherClock() {
    this.library = find().orElseThrow(() -> new IllegalStateException(MISSING));
  }

  /** What this machine lacks. */
  static Optional<String> missing() {
    return find().isPresent() ? Optional.empty() : Optional.of(MISSING);
  }

  private static Optional<Path> find() {
    try (Stream<Path> folders = Files.list(LIBRARIES)) {
      return folders
          .map(folder -> folder.resolve("faketime").resolve("libfaketimeMT.so.1"))
          .filter(Files::exists)
          .findAny();
    } catch (IOException e) {
      return Optional.empty(); // no such directory: no such library
    }
  }

  Map<String, String> early() {
    return by("+10m");
  }

  Map<String, String> late() {
    return by("-10m");
  }

  private Map<String, String> by(String offset) {
    return Map.of("LD_PRELOAD", library.toString(), "FAKETIME", offset);
  }
}
