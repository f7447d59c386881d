package dev.stagedoor.chaos.scenario;

import dev.stagedoor.chaos.net.TcpProxy;
import java.time.Duration;
import java.util.List;

/** Wires between the processes and their servers, broken one at a time. */
final class NetworkScenarios {
  private static final int MOST_ANSWERS = 50;

  static final List<Scenario> ALL =
      List.of(
          Scenario.of(
              "network-cut",
              "connections end, and no new ones are made",
              Needs.STANDARD.onWires().withTwins(),
              field -> breaks(field, TcpProxy::cut)),
          Scenario.of(
              "network-black-holed",
              "nothing passes, and nobody is told",
              Needs.STANDARD.onWires().withTwins(),
              field -> breaks(field, TcpProxy::swallow)),
          Scenario.of(
              "network-slow",
              "everything passes a while later",
              Needs.STANDARD.onWires().withTwins(),
              field -> breaks(field, wire -> wire.delay(Duration.ofMillis(150)))),
          Scenario.of(
              "replies-lost",
              "the n-th answer of a server is lost with its connection",
              Needs.STANDARD.onWires().withTwins(),
              NetworkScenarios::loseAnswers));

  private interface Breaks {
    void on(TcpProxy wire);
  }

  private NetworkScenarios() {}

  private static void breaks(Field field, Breaks how) throws Exception {
    while (field.goesOn()) {
      field.pause(200, 800);
      how.on(field.any(field.wires().all()));
      field.pause(200, 4_000);
      field.wires().heal();
    }
  }

  private static void loseAnswers(Field field) throws Exception {
    while (field.goesOn()) {
      int[] passing = {field.random().nextInt(MOST_ANSWERS)};
      field.any(field.wires().all()).loseAnswer(answer -> passing[0]-- <= 0);
      field.pause(50, 300);
    }
  }
}
