package dev.stagedoor.chaos.scenario;

import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.Pause;
import dev.stagedoor.chaos.crew.Boundary;
import dev.stagedoor.chaos.work.Canceller;
import dev.stagedoor.chaos.work.Decider;
import dev.stagedoor.chaos.work.Work;
import dev.stagedoor.event.Events;
import dev.stagedoor.queue.Queues;
import dev.stagedoor.tx.JdbcTransactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What happens to effects: their provider, jobs that are cancelled, runs that fail too late. */
final class EffectScenarios {
  /** Hardly longer than a claim is fresh and a send may take. */
  private static final Duration KEYS_LIVE = Duration.ofSeconds(6);

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
              "workers that lose the stream, alone, give up jobs that others have",
              Needs.STANDARD.crew(4, 1).work(Work.LONG),
              EffectScenarios::failLate),
          Scenario.of(
              "key-life-passed",
              "a send is not recorded until the provider has forgotten its key, and a person decides",
              Needs.STANDARD.keysLive(KEYS_LIVE),
              EffectScenarios::outliveKeys));

  private static final Duration TRAP_LIMIT = Duration.ofSeconds(3);

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

  /** What fails so late is in other hands, where it is still being worked at. */
  private static void failLate(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(200, 600);
      Child worker = field.anyReady(field.crew()::workers);
      field.board().await(() -> field.board().inFlight(worker) > 1, TRAP_LIMIT);
      field.crew().cutOff(worker);
      int reclaim = (int) field.windows().reclaim().toMillis();
      field.pause(2 * reclaim + 500, 3 * reclaim);
      field.crew().kill(worker);
    }
  }

  /** The person looks into the provider's books, as people can. */
  private static void outliveKeys(Field field) throws Exception {
    Decider decider = new Decider(field.database(), field.provider());
    Queues queues = new Queues(new JdbcTransactions(field.database(), Events.none()));
    while (field.goesOn()) {
      Child worker = field.anyReady(field.crew()::workers);
      field.crew().trap(worker, Boundary.SENT, 1);
      field.board().await(() -> field.board().isTrapped(worker) || !field.goesOn(), TRAP_LIMIT);
      queues.pause("default");
      field.crew().kill(worker);
      field.pause((int) KEYS_LIVE.toMillis(), (int) KEYS_LIVE.toMillis() + 500);
      queues.resume("default");
      field.pause(500, 1_500);
      decider.decide();
    }
    field.afterwards(decider::decide);
  }
}
