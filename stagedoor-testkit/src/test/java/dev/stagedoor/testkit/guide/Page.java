package dev.stagedoor.testkit.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A page of the manual, or a source that it shows. */
record Page(Path path, String text) {
  private static final String SOURCES = "src/test/java/dev/stagedoor/testkit/guide/";

  /**
   * @param name from the repository's root; tests run in the module's folder
   */
  static Page of(String name) {
    return read(Path.of("..").resolve(name));
  }

  static Page source(String simpleName) {
    return read(Path.of(SOURCES + simpleName + ".java"));
  }

  private static Page read(Path path) {
    try {
      return new Page(path, Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The code blocks of a language. */
  List<Block> blocks(String language) {
    List<Block> blocks = new ArrayList<>();
    String fence = "```" + language + "\n";
    for (int at = text.indexOf(fence); at >= 0; at = text.indexOf(fence, at + 1)) {
      int first = at + fence.length();
      String code = text.substring(first, text.indexOf("```", first));
      blocks.add(new Block(nameBefore(at), code));
    }
    return blocks;
  }

  /** What stands as {@code <!-- code: NAME (…) -->} right above; empty for nothing. */
  private String nameBefore(int at) {
    String[] before = text.substring(0, at).strip().split("\n");
    String line = before[before.length - 1];
    return line.startsWith("<!-- code: ") ? line.split("[ )(]+")[2] : "";
  }

  /** A block and its name. */
  record Block(String name, String code) {}

  /** The first block after {@code <!-- code: NAME}. */
  String block(String name) {
    int begin = text.indexOf("<!-- code: " + name + " ");
    int open = text.indexOf("```", begin);
    if (begin < 0 || open < 0) {
      throw new AssertionError(path + " has no block " + name);
    }
    int first = text.indexOf('\n', open) + 1;
    return text.substring(first, text.indexOf("```", first));
  }

  /** What is between the marks of a source. */
  String marked(String name) {
    int begin = text.indexOf("// page: " + name + " begins\n");
    int end = text.indexOf("// page: " + name + " ends");
    if (begin < 0 || end < begin) {
      throw new AssertionError(path + " marks no " + name);
    }
    return text.substring(text.indexOf('\n', begin), end).replaceAll("(?m)^ *// page: .*$", "");
  }

  /** What its headings can be linked to by. */
  List<String> anchors() {
    return text.lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
        .toList();
  }
}
