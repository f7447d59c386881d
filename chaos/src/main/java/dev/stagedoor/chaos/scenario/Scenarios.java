package dev.stagedoor.chaos.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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

  private static final Duration SHORTEST_PART = Duration.ofSeconds(2);

  /** Every kind in turn on one crew, again and again. */
  private static final Scenario MIXED =
      Scenario.of(
          "mixed",
          "every kind of fault, one after the other, on the same processes and servers",
          Needs.STANDARD.crew(3, 2).onWires().withTwins(),
          Scenarios::mix);

  private Scenarios() {}

  private static void mix(Field field) throws Exception {
    List<Scenario> parts =
        new ArrayList<>(ALL.stream().filter(each -> each.missing().isEmpty()).toList());
    Collections.shuffle(parts, field.random());
    Duration even = field.left().dividedBy(parts.size());
    Duration part = even.compareTo(SHORTEST_PART) < 0 ? SHORTEST_PART : even;
    for (Scenario each : parts) {
      if (field.goesOn()) {
        field.during(part, each.strikes());
      }
    }
  }

  /** Each kind; without the mixture of them. */
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
    if (name.equals(MIXED.name())) {
      return List.of(MIXED);
    }
    List<Scenario> named = ALL.stream().filter(each -> each.name().equals(name)).toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is no scenario: use all, mixed, or one of "
              + ALL.stream().map(Scenario::name).collect(Collectors.joining(", ")));
    }
    return named;
  }
}
