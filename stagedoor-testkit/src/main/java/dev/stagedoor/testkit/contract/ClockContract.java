package dev.stagedoor.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/**
 * What code that asks for the time relies on, as tests: it never goes back, what passes is seen in
 * full, and elapsed time and the time of day pass alike. Only differences of ticks are looked at,
 * since they may overflow.
 */
public interface ClockContract extends ClockFixture {
  /** Each call follows the one before. */
  @Test
  default void timeNeverGoesBack() {
    long firstTick = ticker().nanos();
    long tick = 0;
    Instant instant = instants().instant();
    for (int i = 0; i < 10_000; i++) {
      long nextTick = ticker().nanos() - firstTick;
      Instant nextInstant = instants().instant();
      assertThat(nextTick).isGreaterThanOrEqualTo(tick);
      assertThat(nextInstant).isAfterOrEqualTo(instant);
      tick = nextTick;
      instant = nextInstant;
    }
  }

  /** Not less than what has passed, and little more. */
  @Test
  default void whatPassesIsTheDifference() {
    for (int i = 0; i < 100; i++) { // ticks may overflow on the way
      long tick = ticker().nanos();
      Instant instant = instants().instant();

      pass(step());

      Duration most = step().plus(tolerance());
      assertThat(Duration.ofNanos(ticker().nanos() - tick)).isBetween(step(), most);
      assertThat(Duration.between(instant, instants().instant())).isBetween(step(), most);
    }
  }

  /** Small steps add up: nothing is rounded away. */
  @Test
  default void manySmallStepsAreOneLargeOne() {
    Duration small = step().dividedBy(1_000);
    long tick = ticker().nanos();
    Instant instant = instants().instant();

    for (int i = 0; i < 1_000; i++) {
      pass(small);
    }

    Duration all = small.multipliedBy(1_000);
    assertThat(Duration.ofNanos(ticker().nanos() - tick)).isGreaterThanOrEqualTo(all);
    assertThat(Duration.between(instant, instants().instant())).isGreaterThanOrEqualTo(all);
  }

  /** What one thread lets pass no other thread misses. */
  @Test
  default void noThreadsStepIsLost() throws Exception {
    long tick = ticker().nanos();
    Instant instant = instants().instant();
    List<Callable<Boolean>> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          () -> {
            pass(step());
            return Duration.ofNanos(ticker().nanos() - tick).compareTo(step()) >= 0
                && Duration.between(instant, instants().instant()).compareTo(step()) >= 0;
          });
    }
    assertThat(Race.run(threads)).containsOnly(true);
  }
}
