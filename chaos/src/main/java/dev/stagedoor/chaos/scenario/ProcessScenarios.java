package dev.stagedoor.chaos.scenario;

import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.Pause;
import dev.stagedoor.chaos.crew.Boundary;
import dev.stagedoor.chaos.work.Work;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Processes that are killed, stopped and replaced. */
final class ProcessScenarios {
  private static final Duration TRAP_LIMIT = Duration.ofSeconds(3);
  private static final int MOST_PASSAGES = 6;

  static final List<Scenario> ALL =
      List.of(
          Scenario.of(
              "workers-killed",
              "SIGKILL of a worker at any moment",
              Needs.STANDARD.crew(4, 1),
              ProcessScenarios::killWorkers),
          Scenario.of(
              "workers-killed-at-boundaries",
              "SIGKILL of a worker at each boundary between two steps",
              Needs.STANDARD.crew(4, 1),
              field -> atBoundaries(field, false)),
          Scenario.of(
              "relays-killed",
              "SIGKILL of a relay, between publishing and marking too",
              Needs.STANDARD.crew(2, 2),
              field -> atBoundaries(field, true)),
          Scenario.of(
              "frozen",
              "SIGSTOP of a worker past the reclaim time, then SIGCONT",
              Needs.STANDARD,
              ProcessScenarios::freeze),
          Scenario.of(
              "relays-frozen",
              "SIGSTOP of a relay, then SIGCONT",
              Needs.STANDARD.crew(2, 2),
              ProcessScenarios::freezeRelays),
          Scenario.of(
              "rolling-restarts",
              "SIGTERM of one process after the other, SIGKILL after the grace period",
              Needs.STANDARD.crew(3, 2).work(Work.LONG),
              ProcessScenarios::roll),
          Scenario.of(
              "crowd",
              "ten workers and two relays, some of them killed",
              Needs.STANDARD.crew(10, 2),
              ProcessScenarios::crowd),
          Scenario.of(
              "unknown-types",
              "workers that know some types of job only come and go",
              Needs.STANDARD.crew(2, 1),
              ProcessScenarios::knowLess),
          Scenario.of(
                  "clocks",
                  "processes whose clocks are ten minutes early or late",
                  Needs.STANDARD.crew(2, 2),
                  ProcessScenarios::misdate)
              .lacking(OtherClock.missing()));

  private ProcessScenarios() {}

  private static void killWorkers(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(200, 900);
      field.crew().kill(field.anyReady(field.crew()::workers));
    }
  }

  private static void atBoundaries(Field field, boolean relays) throws Exception {
    List<Boundary> boundaries =
        Arrays.stream(Boundary.values()).filter(each -> each.isRelays() == relays).toList();
    for (int i = 0; field.goesOn(); i++) {
      Boundary boundary = boundaries.get(i % boundaries.size());
      Child child = field.anyReady(relays ? field.crew()::relays : field.crew()::workers);
      field.crew().trap(child, boundary, 1 + field.random().nextInt(MOST_PASSAGES));
      field.board().await(() -> field.board().isTrapped(child) || !field.goesOn(), TRAP_LIMIT);
      field.crew().kill(child);
    }
  }

  private static void freeze(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(200, 600);
      Child worker = field.anyReady(field.crew()::workers);
      try (Pause stopped = field.crew().stop(worker)) {
        int reclaim = (int) field.windows().reclaim().toMillis();
        field.pause(reclaim / 2, reclaim * 2);
      }
    }
  }

  private static void freezeRelays(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(100, 400);
      Child relay = field.anyReady(field.crew()::relays);
      try (Pause stopped = field.crew().stop(relay)) {
        field.pause(100, 7_000);
      }
    }
  }

  private static void roll(Field field) throws Exception {
    for (int i = 0; field.goesOn(); i++) {
      List<Child> all = i % 4 == 3 ? field.crew().relays() : field.crew().workers();
      Child oldest = all.get(0);
      oldest.ready().join();
      boolean graceful = i % 3 != 2;
      Duration grace = field.windows().drain().plusSeconds(10);
      field.crew().restart(oldest, graceful ? grace : Duration.ofMillis(50));
      field.crew().awaitReady();
    }
  }

  private static void crowd(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(500, 2_000);
      boolean relay = field.random().nextInt(5) == 0;
      field.crew().kill(field.anyReady(relay ? field.crew()::relays : field.crew()::workers));
    }
  }

  private static void knowLess(Field field) throws Exception {
    while (field.goesOn()) {
      field.crew().setting(field.crew().setting().partial(true));
      Child worker = field.crew().startWorker();
      field.crew().setting(field.crew().setting().partial(false));
      field.board().await(() -> worker.ready().isDone() || !field.goesOn(), TRAP_LIMIT);
      field.pause(500, 2_000);
      field.crew().dismiss(worker, field.windows().drain().plusSeconds(10));
    }
  }

  /** One process after the other is replaced by one with another clock. */
  private static void misdate(Field field) throws Exception {
    OtherClock clock = new OtherClock();
    for (int i = 0; field.goesOn(); i++) {
      field.crew().environment(i % 2 == 0 ? clock.early() : clock.late());
      field.crew().kill(field.anyReady(i % 3 == 2 ? field.crew()::relays : field.crew()::workers));
      field.pause(500, 1_500);
    }
    field.crew().environment(Map.of());
  }
}
