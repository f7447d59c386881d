package dev.stagedoor.boxoffice.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory in the temporary folder for what a demo writes: tickets, and the logs of its
 * processes. Thread-safe.
 */
final class Workplace {
  private final Path directory;
  private volatile boolean kept;

  private Workplace(Path directory) {
    this.directory = directory;
  }

  static Workplace make() throws IOException {
    Workplace made = new Workplace(Files.createTempDirectory("stagedoor-demo-"));
    Files.createDirectory(made.store());
    Files.createDirectory(made.logs());
    return made;
  }

  Path directory() {
    return directory;
  }

  /** Something is wrong: somebody may want to look. */
  void keep() {
    kept = true;
  }

  Path store() {
    return directory.resolve("store");
  }

  Path logs() {
    return directory.resolve("logs");
  }

  /** Whether nothing was written. */
  boolean isEmpty() {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.map(Path::toFile).noneMatch(file -> file.isFile() && file.length() > 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look into " + directory, e);
    }
  }

  /** Removes all of it, unless it is to be kept. A second call does nothing. */
  void remove() {
    if (kept || !Files.exists(directory)) {
      return;
    }
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + directory, e);
    }
  }
}
