package dev.stagedoor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A page of the manual, for tests that hold it against the code. */
record Page(String name, String text) {
  /**
   * @param name from the repository's root
   */
  static Page of(String name) {
    try {
      return new Page(name, Files.readString(SourceFile.root().resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cells of the first table after {@code <!-- table: NAME}, without its head. */
  List<List<String>> table(String table) {
    int begin = text.indexOf("<!-- table: " + table);
    if (begin < 0) {
      throw new AssertionError(name + " has no table " + table);
    }
    return text.substring(begin)
        .lines()
        .dropWhile(line -> !line.startsWith("| ---"))
        .skip(1)
        .takeWhile(line -> line.startsWith("|"))
        .map(Page::cells)
        .toList();
  }

  /** The text of the first code block after {@code <!-- code: NAME}. */
  String code(String block) {
    int begin = text.indexOf("<!-- code: " + block);
    if (begin < 0) {
      throw new AssertionError(name + " has no code " + block);
    }
    int open = text.indexOf("```", begin);
    int first = text.indexOf('\n', open) + 1;
    return text.substring(first, text.indexOf("```", first));
  }

  /** What the first group of the pattern finds, in order. */
  List<String> all(String pattern) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1).split("(?<!\\\\)\\|")).map(String::strip).toList();
  }
}
