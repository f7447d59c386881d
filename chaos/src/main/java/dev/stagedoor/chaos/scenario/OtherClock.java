package dev.stagedoor.chaos.scenario;

import dev.stagedoor.cli.BadUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A process whose clocks show another time, by libfaketime; durations stay true. */
final class OtherClock {
  private static final Path LIBRARIES = Path.of("/usr/lib");

  private final Path library;

  /**
   * @throws BadUse if libfaketime is not installed
   */
  OtherClock() {
    this.library = find();
  }

  private static Path find() {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(LIBRARIES, Files::isDirectory)) {
      for (Path folder : folders) {
        Path library = folder.resolve("faketime").resolve("libfaketimeMT.so.1");
        if (Files.exists(library)) {
          return library;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new BadUse("no libfaketime in /usr/lib: install it, or leave scenario clocks out");
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
