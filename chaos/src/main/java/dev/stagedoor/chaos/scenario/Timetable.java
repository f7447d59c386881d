package dev.stagedoor.chaos.scenario;

import dev.stagedoor.boxoffice.process.Deadline;
import java.time.Duration;

/**
 * How long the phases of a scenario take. From two minutes on, the throughput is measured in a calm
 * before the first fault and another one after the last.
 *
 * @param share of the whole call
 * @param end of the whole call
 */
public record Timetable(Duration share, Deadline end) {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration CALM_BEFORE = Duration.ofSeconds(20);
  private static final Duration CALM_AFTER = Duration.ofSeconds(42);
  private static final Duration TO_START_AND_END = Duration.ofSeconds(40);
  private static final Duration SHORTEST = Duration.ofSeconds(3);
  private static final Duration TO_BE_QUIET = Duration.ofSeconds(45);

  /** Whether there is time to measure throughput. */
  boolean isLong() {
    return share.compareTo(LONG) >= 0;
  }

  Duration calmBefore() {
    return isLong() ? CALM_BEFORE : Duration.ZERO;
  }

  /** How long faults come. */
  Duration strikes() {
    Duration strikes =
        isLong()
            ? share.minus(CALM_BEFORE).minus(CALM_AFTER).minus(TO_START_AND_END)
            : longer(share.multipliedBy(2).dividedBy(5), share.minus(TO_START_AND_END));
    return strikes.compareTo(SHORTEST) < 0 ? SHORTEST : strikes;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  Duration calmAfter() {
    return isLong() ? CALM_AFTER : Duration.ZERO;
  }

  /** How long jobs are asked for. */
  Duration asking() {
    return calmBefore().plus(strikes()).plus(calmAfter());
  }

  /** How long it may take until all is done. */
  Duration toBeQuiet() {
    return end.atMost(TO_BE_QUIET.compareTo(share) < 0 ? share : TO_BE_QUIET);
  }
}
