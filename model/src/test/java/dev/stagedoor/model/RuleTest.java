package dev.stagedoor.model;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules, their switches and what is written of them agree. */
class RuleTest {
  private static Set<Integer> numbers(Path page, String pattern) throws IOException {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(Files.readString(page))
        .results()
        .map(found -> Integer.valueOf(found.group(1)))
        .collect(toCollection(TreeSet::new));
  }

  private static Set<Integer> switches() {
    return Arrays.stream(Rule.values()).map(Rule::number).collect(toCollection(TreeSet::new));
  }

  private static Set<Integer> written() throws IOException {
    return numbers(Path.of("..", "ARCHITECTURE.md"), "^- \\*\\*R(\\d+) ");
  }

  @Test
  void everySwitchIsARuleOfTheArchitecture() throws IOException {
    assertThat(written()).hasSizeGreaterThan(40).containsAll(switches());
  }

  @Test
  void everyOtherRuleIsListedWithTheReasonWhyItIsNotModelled() throws IOException {
    Set<Integer> others = written();
    others.removeAll(switches());

    assertThat(numbers(Path.of("README.md"), "^\\| R(\\d+) \\|")).isEqualTo(others);
  }

  @Test
  void everySwitchIsMissedSomewhere() {
    List<Rule> missed = Removal.ALL.stream().map(Removal::rule).toList();

    assertThat(missed).containsExactly(Rule.values());
  }

  @Test
  void namesOfScenariosAreUnique() {
    assertThat(Scenarios.all()).extracting(Scenario::name).doesNotHaveDuplicates();
  }
}
