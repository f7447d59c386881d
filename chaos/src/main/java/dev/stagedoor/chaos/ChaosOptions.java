package dev.stagedoor.chaos;

import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.chaos.scenario.Scenario;
import dev.stagedoor.cli.BadUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What was asked for.
 *
 * @param jobs in each scenario
 * @param limit for all of them together
 * @param broken the rule that is broken on purpose
 */
record ChaosOptions(List<Scenario> scenarios, int jobs, Duration limit, long seed, Broken broken) {
  private static final int MOST_JOBS = 10_000_000;
  private static final long LONGEST_MINUTES = 24 * 60;
  private static final Duration SHORTEST = Duration.ofSeconds(8);

  /**
   * @throws BadUse naming every wrong value and its mend
   */
  static ChaosOptions of(
      List<Scenario> scenarios, int jobs, double minutes, long seed, Broken broken) {
    List<String> faults = new ArrayList<>();
    if (jobs < 1 || jobs > MOST_JOBS) {
      faults.add("--jobs " + jobs + ": give 1 to " + MOST_JOBS);
    }
    if (!(minutes > 0 && minutes <= LONGEST_MINUTES)) {
      faults.add("--minutes " + minutes + ": give more than 0, and at most " + LONGEST_MINUTES);
    }
    if (broken != Broken.NOTHING
        && scenarios.stream().noneMatch(each -> each.name().equals(broken.scenario()))) {
      faults.add(
          "--broken %s shows in scenario %s: add --scenario %s"
              .formatted(broken.word(), broken.scenario(), broken.scenario()));
    }
    if (scenarios.size() == 1) {
      scenarios.get(0).missing().ifPresent(faults::add);
    }
    Duration limit = Duration.ofMillis(Math.round(minutes * 60_000));
    if (faults.isEmpty() && limit.dividedBy(scenarios.size()).compareTo(SHORTEST) < 0) {
      faults.add(
          "--minutes %s leaves less than %d s for each of %d scenarios: give more"
              .formatted(minutes, SHORTEST.toSeconds(), scenarios.size()));
    }
    if (!faults.isEmpty()) {
      throw new BadUse(String.join("; ", faults));
    }
    return new ChaosOptions(List.copyOf(scenarios), jobs, limit, seed, broken);
  }
}
