package dev.stagedoor.chaos;

import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.chaos.scenario.Result;
import dev.stagedoor.chaos.scenario.Scenario;
import dev.stagedoor.chaos.scenario.Scenarios;
import dev.stagedoor.cli.BadUse;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code chaos}: strikes at everything, and counts effects outside. */
@Command(
    name = "stagedoor chaos",
    description = "Kill, stop, cut and wipe everything while jobs run, and count their effects.",
    footer = {
      "",
      "Ends with 0 if nothing was lost or doubled; 1 if something was, or a row was written as the"
          + " table of transitions does not know; 2 if it was used badly; 3 if it was not quiet in"
          + " time.",
      "It starts servers and processes of its own, on the loopback interface, and ends them."
    })
final class ChaosCommand implements Callable<Integer> {
  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      description = "A scenario, or all; --list tells their names. Default: all.")
  private @Nullable String scenario;

  @Option(names = "--list", description = "Name the scenarios and what they do, and nothing else.")
  private boolean list;

  @Option(names = "--jobs", paramLabel = "N", description = "Tasks in each scenario: 1000.")
  private int jobs = 1_000;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "For the whole call: 8. Faults come for about half of a scenario's share.")
  private double minutes = 8;

  @Option(names = "--seed", paramLabel = "S", description = "Draw faults by this seed again.")
  private @Nullable Long seed;

  @Option(
      names = "--broken",
      paramLabel = "RULE",
      description = "Break a rule on purpose, in the scenario that must notice.")
  private @Nullable String broken;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(names = "--json", description = "Print one JSON object a scenario on standard output.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (list) {
      Scenarios.all().forEach(each -> System.out.printf("%-30s %s%n", each.name(), each.what()));
      return 0;
    }
    ChaosOptions options = options();
    System.err.println("seed " + options.seed());
    return Suite.run(options, this::tell);
  }

  private void tell(Result result) {
    if (json) {
      System.out.println(result.json());
    }
    (json ? System.err : System.out).println(result.line());
    result.problems().forEach(problem -> System.err.println("  " + problem));
  }

  private ChaosOptions options() {
    try {
      Broken rule = broken == null ? Broken.NOTHING : Broken.of(broken);
      String named = scenario != null ? scenario : rule.scenario();
      List<Scenario> scenarios = Scenarios.named(named.isEmpty() ? Scenarios.ALL_OF_THEM : named);
      long drawn = seed == null ? new Random().nextInt(1_000_000) : seed;
      return ChaosOptions.of(scenarios, jobs, minutes, drawn, rule);
    } catch (IllegalArgumentException e) {
      throw new BadUse(String.valueOf(e.getMessage()), e);
    }
  }
}
