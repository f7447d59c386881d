package dev.stagedoor.chaos.scenario;

import dev.stagedoor.embedded.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Restarts a Redis from the append-only file that it had at the restart before: a backup was put
 * back, or a disk came back that was behind.
 */
final class OldFile {
  private static final String FILES = "appendonly";

  private final RedisServer redis;
  private final Path home;
  private final Path kept;

  OldFile(RedisServer redis) {
    this.redis = redis;
    this.home = Objects.requireNonNull(redis.pidFile().toAbsolutePath().getParent());
    this.kept = home.resolve("kept");
  }

  /** The first time it finds no older file, and restarts from the one that is there. */
  void restart() {
    redis.crash();
    try {
      boolean old = Files.exists(kept);
      Path newest = home.resolve("newest");
      copy(home, newest);
      if (old) {
        copy(kept, home);
      }
      copy(newest, kept);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    redis.startAgain();
  }

  /** The server is down: nobody writes. */
  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    List<Path> files;
    try (Stream<Path> all = Files.list(from)) {
      files = all.filter(file -> file.getFileName().toString().startsWith(FILES)).toList();
    }
    for (Path file : files) {
      Path target = to.resolve(file.getFileName());
      if (Files.isDirectory(file)) {
        copy(file, target);
      } else {
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
