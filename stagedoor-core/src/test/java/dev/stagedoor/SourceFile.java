package dev.stagedoor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java source of any module, for rules that the compiler does not check.
 *
 * @param path from the repository's root: {@code module/src/main/java/…}
 */
record SourceFile(Path path, String text) {
  private static final Pattern NO_CODE =
      Pattern.compile(
          "(?s)\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\])+'"
              + "|/\\*.*?\\*/|//[^\n]*");

  /** Where the modules and the root documents are. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("stagedoor-core"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException(
            "not inside the repository: " + Path.of("").toAbsolutePath());
      }
    }
    return folder;
  }

  /** Sources of all modules, tests included. */
  static List<SourceFile> all() {
    Path root = root();
    try (Stream<Path> modules = Files.list(root)) {
      return modules
          .map(module -> module.resolve("src"))
          .filter(Files::isDirectory)
          .flatMap(SourceFile::below)
          .map(file -> of(root, file))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> below(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(f -> f.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SourceFile of(Path root, Path file) {
    try {
      return new SourceFile(root.relativize(file), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String module() {
    return path.getName(0).toString();
  }

  boolean isTest() {
    return path.getName(2).toString().equals("test");
  }

  /** The names of the package, outermost first. */
  List<String> packageNames() {
    return Stream.iterate(4, i -> i + 1)
        .limit(path.getNameCount() - 5L)
        .map(i -> path.getName(i).toString())
        .toList();
  }

  String simpleName() {
    return path.getFileName().toString().replace(".java", "");
  }

  /** The text without comments, strings and characters. */
  String code() {
    return NO_CODE.matcher(text).replaceAll(" ");
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
