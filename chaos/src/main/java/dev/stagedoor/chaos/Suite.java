package dev.stagedoor.chaos;

import dev.stagedoor.boxoffice.launch.TemporaryDirectory;
import dev.stagedoor.boxoffice.process.Deadline;
import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.chaos.scenario.Result;
import dev.stagedoor.chaos.scenario.Scenario;
import dev.stagedoor.chaos.scenario.ScenarioRun;
import dev.stagedoor.chaos.scenario.Timetable;
import dev.stagedoor.embedded.Durability;
import dev.stagedoor.embedded.PostgresServer;
import java.time.Duration;
import java.util.function.Consumer;

/** Runs one scenario after the other, on one PostgreSQL; each has a database of its own. */
final class Suite {
  private Suite() {}

  /** The worst exit code of all. */
  static int run(ChaosOptions options, Consumer<Result> told) throws Exception {
    Deadline deadline = Deadline.in(options.limit());
    TemporaryDirectory logs = TemporaryDirectory.make("stagedoor-chaos-");
    int worst = 0;
    boolean ended = false;
    try (PostgresServer postgres = PostgresServer.start(Durability.DURABLE)) {
      int left = options.scenarios().size();
      for (Scenario scenario : options.scenarios()) {
        Duration share = deadline.left().dividedBy(left--);
        if (scenario.missing().isPresent()) {
          System.err.println(scenario.name() + " is left out: " + scenario.missing().get());
          continue;
        }
        ScenarioRun run =
            new ScenarioRun(
                scenario,
                new ScenarioRun.Given(
                    postgres, logs.path(), options.jobs(), options.seed(), options.broken()),
                new Timetable(share, deadline));
        Result result = run.run();
        told.accept(result);
        worst = Math.max(worst, result.exitCode());
      }
      ended = true;
    } finally {
      if (ended && (worst == 0 || options.broken() != Broken.NOTHING)) {
        logs.remove();
      } else {
        System.err.println("logs are in " + logs.path());
      }
    }
    return worst;
  }
}
