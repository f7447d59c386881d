package dev.stagedoor.chaos.scenario;

import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.Pause;
import dev.stagedoor.chaos.work.Canceller;
import java.util.ArrayList;
import java.util.List;

/** What happens to effects: their provider, jobs that are cancelled, runs that fail too late. */
final class EffectScenarios {
  static final List<Scenario> ALL =
      List.of(
          Scenario.of(
              "provider-down",
              "the provider is busy for long, again and again",
              Needs.STANDARD,
              EffectScenarios::providerDown),
          Scenario.of(
              "provider-answers-lost",
              "the provider accepts, and its answers are lost",
              Needs.STANDARD,
              EffectScenarios::answersLost),
          Scenario.of(
              "cancelled",
              "jobs are cancelled while their entries lie with stopped workers",
              Needs.STANDARD.crew(2, 1),
              EffectScenarios::cancel),
          Scenario.of(
              "zombies-fail",
              "stopped workers go on when others have their jobs, and fail; one failure is allowed",
              Needs.STANDARD.maxFailures(1),
              EffectScenarios::failLate));

  private EffectScenarios() {}

  private static void providerDown(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(100, 500);
      field.provider().down(true);
      field.pause(500, 6_000);
      field.provider().down(false);
    }
  }

  private static void answersLost(Field field) throws Exception {
    while (field.goesOn()) {
      field.provider().loseAnswers(3);
      field.pause(100, 600);
    }
  }

  private static void cancel(Field field) throws Exception {
    Canceller canceller = new Canceller(field.database());
    while (field.goesOn()) {
      field.pause(100, 400);
      List<Pause> stopped = new ArrayList<>();
      try {
        for (Child worker : field.crew().workers()) {
          stopped.add(field.crew().stop(worker));
        }
        field.pause(200, 400); // the relay goes on publishing
        canceller.cancel(job -> !field.board().isRunning(job));
        field.pause(2_500, 2_600);
      } finally {
        for (Pause each : stopped) {
          each.close();
        }
      }
    }
  }

  private static void failLate(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(200, 600);
      Child worker = field.anyReady(field.crew()::workers);
      try (Pause stopped = field.crew().stop(worker)) {
        field.awaitTakenOver(worker);
        int reclaim = (int) field.windows().reclaim().toMillis();
        field.pause(reclaim, 2 * reclaim);
      }
    }
  }
}
