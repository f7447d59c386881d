package dev.stagedoor.chaos.scenario;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All there are. */
public final class Scenarios {
  public static final String ALL_OF_THEM = "all";

  private static final List<Scenario> ALL =
      Stream.of(
              ProcessScenarios.ALL,
              RedisScenarios.ALL,
              PostgresScenarios.ALL,
              NetworkScenarios.ALL,
              EffectScenarios.ALL)
          .flatMap(List::stream)
          .toList();

  private Scenarios() {}

  public static List<Scenario> all() {
    return ALL;
  }

  /**
   * By name, or all of them.
   *
   * @throws IllegalArgumentException with a line that names those there are
   */
  public static List<Scenario> named(String name) {
    if (name.equals(ALL_OF_THEM)) {
      return ALL;
    }
    List<Scenario> named = ALL.stream().filter(each -> each.name().equals(name)).toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is no scenario: use all, or one of "
              + ALL.stream().map(Scenario::name).collect(Collectors.joining(", ")));
    }
    return named;
  }
}
