package dev.stagedoor.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds a {@code redis-server} to run. */
final class RedisBinary {
  private static final Logger LOG = LoggerFactory.getLogger(RedisBinary.class);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private RedisBinary() {}

  /**
   * The bundled 6.2; where that cannot run (it wants the system's OpenSSL 3), the machine's own.
   *
   * @throws ServerStartException when there is neither
   */
  static synchronized Path find() {
    Path bundled = Directories.cache().resolve(resource());
    if (!Files.exists(bundled)) {
      unpack(bundled);
    }
    Command version = Command.run(List.of(bundled.toString(), "--version"), LIMIT);
    if (version.exit() == 0) {
      return bundled;
    }
    LOG.info("the bundled Redis does not run here: {}", version.output().strip());
    return installed()
        .orElseThrow(
            () ->
                new ServerStartException(
                    "the bundled Redis does not run here (%s): install redis-server or libssl3"
                        .formatted(version.output().strip())));
  }

  /** The machine's own {@code redis-server}, where one is installed. */
  static Optional<Path> installed() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, "redis-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static void unpack(Path place) {
    try (InputStream in = RedisBinary.class.getResourceAsStream("/" + resource())) {
      if (in == null) {
        throw new ServerStartException("no bundled Redis for this machine: " + resource());
      }
      Path work = Files.createTempFile(place.getParent(), "redis-", ".new");
      Files.copy(in, work, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(work, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String resource() {
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac")) {
      return "redis-server-6.2.6-v5-darwin-" + (arm ? "arm64" : "amd64");
    }
    return arm ? "redis-server-6.2.7-linux-arm64" : "redis-server-6.2.6-v5-linux-amd64";
  }
}
