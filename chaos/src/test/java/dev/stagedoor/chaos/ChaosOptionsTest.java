package dev.stagedoor.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.chaos.scenario.Scenario;
import dev.stagedoor.chaos.scenario.Scenarios;
import dev.stagedoor.cli.BadUse;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChaosOptionsTest {
  @Test
  void everyWrongValueIsNamedTogether() {
    assertThatThrownBy(
            () ->
                ChaosOptions.of(Scenarios.named("frozen"), 0, -1, 1, Broken.SETTLE_BEFORE_COMPLETE))
        .isInstanceOf(BadUse.class)
        .hasMessage(
            "--jobs 0: give 1 to 10000000; --minutes -1.0: give more than 0, and at most 1440;"
                + " --broken settle-before-complete shows in scenario workers-killed: add"
                + " --scenario workers-killed");
  }

  @Test
  void tooLittleTimeForAllIsRefused() {
    assertThatThrownBy(() -> ChaosOptions.of(Scenarios.all(), 1, 1, 1, Broken.NOTHING))
        .isInstanceOf(BadUse.class)
        .hasMessageStartingWith("--minutes 1.0 leaves less than 8 s for each of ");
  }

  @Test
  void namesThatAreNotThereAreToldThoseThatAre() {
    assertThatThrownBy(() -> Scenarios.named("nonsense"))
        .hasMessageContaining(
            "'nonsense' is no scenario: use all, mixed, or one of workers-killed");
    assertThatThrownBy(() -> Broken.of("nonsense"))
        .hasMessageContaining("'nonsense' is no rule to break: use one of completion-before");
  }

  @Test
  void everyBrokenRuleHasAScenario() {
    List<String> names = Scenarios.all().stream().map(Scenario::name).toList();

    assertThat(names).doesNotHaveDuplicates();
    assertThat(
            Arrays.stream(Broken.values())
                .filter(each -> each != Broken.NOTHING)
                .map(Broken::scenario))
        .isSubsetOf(names);
  }
}
