package dev.stagedoor.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The temporary directories of the embedded servers. */
final class Directories {
  static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

  /** Others may pass through but not look: the server may run under another account. */
  static final Set<PosixFilePermission> PASSABLE = PosixFilePermissions.fromString("rwx--x--x");

  private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS =
      PosixFilePermissions.fromString("----w--w-");

  private static final Path MEMORY = Path.of("/dev/shm");

  /**
   * A hundred test databases are 1 GB; a container often has 64 MB there, a machine half its RAM.
   */
  private static final long ROOM = 4L << 30;

  private Directories() {}

  /** New directories of ours: the first on disk, a second in memory where there is room for it. */
  static List<Path> places() {
    Path disk = fresh(Path.of(System.getProperty("java.io.tmpdir")));
    return hasRoom(MEMORY) ? List.of(disk, fresh(MEMORY)) : List.of(disk);
  }

  private static boolean hasRoom(Path folder) {
    try {
      return Files.isDirectory(folder)
          && Files.isWritable(folder)
          && Files.getFileStore(folder).getUsableSpace() >= ROOM;
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static Path fresh(Path folder) {
    try {
      Path made = Files.createTempDirectory(folder, "stagedoor-run-").toRealPath();
      return Files.setPosixFilePermissions(made, PASSABLE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The folder where unpacked executables stay from one run to the next. Its name can be foreseen,
   * and the temporary folder is everybody's: it is used only when it is ours and nobody else may
   * write there, or another user could have us run his binaries.
   *
   * @throws ServerStartException when it is not
   */
  static Path cache() {
    Path cache =
        Path.of(System.getProperty("java.io.tmpdir"))
            .resolve("stagedoor-cache-" + System.getProperty("user.name"));
    try {
      if (!Files.exists(cache)) {
        createPassable(cache);
      }
      if (!isOurs(cache)) {
        throw new ServerStartException(
            "others may write to %s: remove it, or set another folder with -Djava.io.tmpdir"
                .formatted(cache));
      }
      return cache.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Another process of ours may do the same at the same time. */
  private static void createPassable(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PASSABLE);
  }

  private static boolean isOurs(Path cache) throws IOException {
    return Files.isDirectory(cache, LinkOption.NOFOLLOW_LINKS)
        && Account.isOurs(cache)
        && Collections.disjoint(Files.getPosixFilePermissions(cache), WRITABLE_BY_OTHERS);
  }

  static long count(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.count();
    }
  }

  /** Removes the tree; what somebody else removes meanwhile (a server that ends) is no error. */
  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e)
              throws IOException {
            Files.deleteIfExists(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
