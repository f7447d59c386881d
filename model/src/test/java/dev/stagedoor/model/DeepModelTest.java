package dev.stagedoor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All of it: minutes. */
@Tag("model")
class DeepModelTest {
  static List<Scenario> scenarios() {
    return Scenarios.all();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void holdsWithAllRules(Scenario scenario) {
    assertThat(Exploration.of(scenario).text()).endsWith("holds");
  }

  static List<Removal> removals() {
    return Removal.ALL;
  }

  @ParameterizedTest
  @MethodSource("removals")
  void isMissed(Removal removal) {
    assertThat(Exploration.of(removal.without()).violated()).isNotNull();
    assertThat(Exploration.of(removal.scenario()).violated()).isNull();
  }
}
