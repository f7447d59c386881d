package dev.stagedoor.boxoffice.ticket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory: for one machine, or for several over a shared mount that has hard links.
 *
 * <p>The bytes are written and forced to disk under a name that nobody reads, then linked to their
 * own name. A link is made or refused in one step by the file system, so that of any number of puts
 * one wins and no reader ever meets half a file. (A rename would replace the first put, and
 * creating the file under its own name would show it half written.)
 *
 * <table>
 *   <caption>What a crash leaves</caption>
 *   <tr><th>crash</th><th>left behind</th><th>the next run</th></tr>
 *   <tr><td>while writing</td><td>a file in {@code .incoming}, removed a day later when a store is
 *       opened</td><td>stores its own</td></tr>
 *   <tr><td>after linking</td><td>the object, and the same file</td><td>finds it, and forces the
 *       directory to disk for whoever could not</td></tr>
 * </table>
 *
 * <p>Thread-safe, and safe for any number of processes.
 */
public final class DirectoryTicketStore implements TicketStore {
  private static final Duration LEFT_BEHIND = Duration.ofDays(1);

  private final Path root;
  private final Path incoming;

  private DirectoryTicketStore(Path root) {
    this.root = root;
    this.incoming = root.resolve(".incoming"); // no key begins with a dot
  }

  /**
   * A store in this directory, which is made if it is not there.
   *
   * @throws IOException if it cannot be written to or its file system has no hard links, naming the
   *     directory
   */
  public static DirectoryTicketStore at(Path directory) throws IOException {
    DirectoryTicketStore store = new DirectoryTicketStore(directory.toAbsolutePath().normalize());
    Files.createDirectories(store.incoming);
    store.prove();
    return store;
  }

  @Override
  public Put putIfAbsent(TicketKey key, byte[] bytes) throws IOException {
    Path target = root.resolve(key.value());
    Path written = Files.createTempFile(incoming, "put", null);
    try {
      write(written, bytes);
      makeDirectories(parent(target));
      return link(target, written);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  private static Put link(Path target, Path written) throws IOException {
    try {
      Files.createLink(target, written);
      return Put.STORED;
    } catch (FileAlreadyExistsException e) {
      return Put.EXISTING;
    } finally {
      force(parent(target)); // for the other's link too: it may have died before it could
    }
  }

  @Override
  public Optional<byte[]> get(TicketKey key) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(root.resolve(key.value())));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public long count() throws IOException {
    long files = 0;
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(root, this::isStored)) {
      for (Path directory : directories) {
        try (Stream<Path> paths = Files.walk(directory)) {
          files += paths.filter(Files::isRegularFile).count();
        }
      }
    }
    return files;
  }

  /** What is being written comes and goes while others count. */
  private boolean isStored(Path path) {
    return !path.equals(incoming);
  }

  @Override
  public String toString() {
    return "tickets in " + root;
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  /** Makes what is missing, and forces to disk the directory in which each is named. */
  private static void makeDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    makeDirectories(parent(directory));
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
    force(parent(directory));
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalStateException(path + " lies in no directory");
    }
    return parent;
  }

  /** Tries what every put does, and removes what puts that died have left behind. */
  private void prove() throws IOException {
    Path probe = Files.createTempFile(incoming, "probe", null);
    Path link = incoming.resolve(probe.getFileName() + ".link");
    try {
      Files.createLink(link, probe);
      removeLeftBehind(Files.getLastModifiedTime(probe));
    } catch (UnsupportedOperationException e) {
      throw new IOException(root + " is on a file system without hard links: use another", e);
    } finally {
      Files.deleteIfExists(link);
      Files.deleteIfExists(probe);
    }
  }

  /**
   * @param now by the file system's own clock, which may be another machine's
   */
  private void removeLeftBehind(FileTime now) throws IOException {
    Instant old = now.toInstant().minus(LEFT_BEHIND);
    for (Path file : listed(incoming)) {
      if (isOlder(file, old)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static boolean isOlder(Path file, Instant old) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(old);
    } catch (NoSuchFileException e) {
      return false; // its put is done, or another process was here first
    }
  }

  private static List<Path> listed(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.collect(Collectors.toList());
    }
  }
}
