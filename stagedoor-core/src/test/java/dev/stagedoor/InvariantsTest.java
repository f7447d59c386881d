package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/invariants.md: each invariant and rule has a test, and each named test is there. */
class InvariantsTest {
  private static final Page PAGE = Page.of("docs/invariants.md");

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
                assertThat(NamedTests.in(row.get(1)))
                    .as("tests of %s", row.get(0))
                    .isNotEmpty()
                    .allMatch(NamedTests::exists));
  }

  @Test
  void everyRowTellsTheLineToBreakAndWhatWasSeen() {
    assertThat(PAGE.table("tests"))
        .allSatisfy(
            row -> assertThat(row).hasSize(4).allSatisfy(cell -> assertThat(cell).isNotBlank()));
  }
}
