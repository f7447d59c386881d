package dev.stagedoor.boxoffice.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A directory in the temporary folder that goes with this process. Others may still write into it,
 * and delete what is theirs, while it is looked at or removed. Thread-safe.
 */
public final class TemporaryDirectory {
  private final Path path;

  private TemporaryDirectory(Path path) {
    this.path = path;
  }

  public static TemporaryDirectory make(String prefix) throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory(prefix));
  }

  public Path path() {
    return path;
  }

  /** Whether it holds no file with anything in it, or is gone. */
  public boolean isEmpty() {
    boolean[] found = {false};
    walk(
        new Tolerant() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            found[0] |= attributes.size() > 0;
            return found[0] ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
          }
        });
    return !found[0];
  }

  /** Removes it with all that is in it. A second call does nothing. */
  public void remove() {
    walk(
        new Tolerant() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(directory);
            return super.postVisitDirectory(directory, failure);
          }
        });
  }

  private void walk(Tolerant visitor) {
    try {
      Files.walkFileTree(path, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look through " + path, e);
    }
  }

  /** Passes over what has gone since its name was read. */
  private abstract static class Tolerant extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      return failure instanceof NoSuchFileException
          ? FileVisitResult.CONTINUE
          : super.postVisitDirectory(directory, failure);
    }
  }
}
