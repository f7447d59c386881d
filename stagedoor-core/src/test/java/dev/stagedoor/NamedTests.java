package dev.stagedoor;

import java.util.List;
import java.util.regex.Pattern;

/** Tests as the tables of the manual name them: {@code Class#method}. */
final class NamedTests {
  private static final Pattern NAMED = Pattern.compile("`(\\w+#\\w+)`");
  private static final List<SourceFile> SOURCES = SourceFile.all();

  private NamedTests() {}

  static List<String> in(String cell) {
    return NAMED.matcher(cell).results().map(r -> r.group(1)).toList();
  }

  /** Tests of a contract suite stand in the main sources of the test kit. */
  static boolean exists(String named) {
    String[] parts = named.split("#");
    Pattern method = Pattern.compile("\\bvoid\\s+" + parts[1] + "\\s*\\(");
    return SOURCES.stream()
        .filter(source -> source.simpleName().equals(parts[0]))
        .anyMatch(source -> method.matcher(source.code()).find());
  }

  /** Those of all modules whose methods are named so. */
  static List<String> matching(String method) {
    Pattern pattern = Pattern.compile("\\bvoid\\s+(" + method + ")\\s*\\(");
    return SOURCES.stream()
        .flatMap(
            source ->
                pattern
                    .matcher(source.code())
                    .results()
                    .map(found -> source.simpleName() + "#" + found.group(1)))
        .toList();
  }
}
