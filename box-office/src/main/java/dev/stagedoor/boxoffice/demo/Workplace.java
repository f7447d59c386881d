package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.launch.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory in the temporary folder for what a demo writes: tickets, and the logs of its
 * processes. Thread-safe.
 */
final class Workplace {
  private final TemporaryDirectory directory;
  private volatile boolean kept;

  private Workplace(TemporaryDirectory directory) {
    this.directory = directory;
  }

  static Workplace make() throws IOException {
    Workplace made = new Workplace(TemporaryDirectory.make("stagedoor-demo-"));
    Files.createDirectory(made.store());
    Files.createDirectory(made.logs());
    return made;
  }

  Path directory() {
    return directory.path();
  }

  /** Something is wrong: somebody may want to look. */
  void keep() {
    kept = true;
  }

  Path store() {
    return directory.path().resolve("store");
  }

  Path logs() {
    return directory.path().resolve("logs");
  }

  /** Whether nothing was written. */
  boolean isEmpty() {
    return directory.isEmpty();
  }

  /** Removes all of it, unless it is to be kept. A second call does nothing. */
  void remove() {
    if (!kept) {
      directory.remove();
    }
  }
}
