package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/invariants.md: each invariant and rule has a test, and each named test is there. */
class InvariantsTest {
  private static final Page PAGE = Page.of("docs/invariants.md");
  private static final List<SourceFile> SOURCES = SourceFile.all();

  @Test
  void everyInvariantAndRuleOfTheArchitectureHasARow() {
    List<String> contract = Page.of("ARCHITECTURE.md").all("^- \\*\\*([IR]\\d+) ");

    Set<String> rows =
        PAGE.table("tests").stream()
            .flatMap(row -> Stream.of(row.get(0).split(",\\s*")))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(rows).containsExactlyInAnyOrderElementsOf(contract);
  }

  @Test
  void everyNamedTestExists() {
    assertThat(PAGE.table("tests"))
        .allSatisfy(
            row ->
                assertThat(named(row.get(1)))
                    .as("tests of %s", row.get(0))
                    .isNotEmpty()
                    .allMatch(InvariantsTest::exists));
  }

  @Test
  void everyRowTellsTheLineToBreakAndWhatWasSeen() {
    assertThat(PAGE.table("tests"))
        .allSatisfy(
            row -> assertThat(row).hasSize(4).allSatisfy(cell -> assertThat(cell).isNotBlank()));
  }

  private static List<String> named(String cell) {
    return Pattern.compile("`(\\w+#\\w+)`").matcher(cell).results().map(r -> r.group(1)).toList();
  }

  /** Tests of a contract suite stand in the main sources of the test kit. */
  private static boolean exists(String named) {
    String[] parts = named.split("#");
    Pattern method = Pattern.compile("\\bvoid\\s+" + parts[1] + "\\s*\\(");
    return SOURCES.stream()
        .filter(source -> source.simpleName().equals(parts[0]))
        .anyMatch(source -> method.matcher(source.code()).find());
  }
}
