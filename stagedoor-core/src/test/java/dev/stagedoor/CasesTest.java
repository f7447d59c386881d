package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/cases.md: each numbered test stands in the row of its case, and each named test is there.
 */
class CasesTest {
  private static final List<List<String>> ROWS = Page.of("docs/cases.md").table("cases");

  @Test
  void everyCaseHasOneRowInOrder() {
    assertThat(ROWS)
        .extracting(row -> row.get(0))
        .isNotEmpty()
        .allMatch(number -> number.matches("C\\d\\d"))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void everyNumberedTestIsInTheRowOfItsCase() {
    List<String> numbered = NamedTests.matching("C\\d+_\\w+");
    assertThat(numbered)
        .isNotEmpty()
        .allSatisfy(
            test ->
                assertThat(numbersOf(test))
                    .allSatisfy(number -> assertThat(testsOf(number)).contains(test)));
  }

  private static List<String> numbersOf(String test) {
    return Pattern.compile("(?<=[#_])C\\d+(?=_)")
        .matcher(test)
        .results()
        .map(r -> r.group())
        .toList();
  }

  private static List<String> testsOf(String number) {
    return ROWS.stream()
        .filter(row -> row.get(0).equals(number))
        .flatMap(row -> NamedTests.in(row.get(2)).stream())
        .toList();
  }

  @Test
  void everyNamedTestExists() {
    assertThat(ROWS).flatExtracting(row -> NamedTests.in(row.get(2))).allMatch(NamedTests::exists);
  }

  @Test
  void whatHoldsHasATestOfItsNumberAndWhatIsOpenSaysWhy() {
    assertThat(ROWS)
        .allSatisfy(
            row -> {
              assertThat(row).hasSize(4);
              assertThat(row.get(1)).isNotBlank();
              assertThat(row.get(3)).matches("holds|(holds; )?open: .+");
              if (row.get(3).startsWith("holds")) {
                assertThat(NamedTests.in(row.get(2)))
                    .anyMatch(test -> numbersOf(test).contains(row.get(0)));
              }
            });
  }
}
