package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.loop.DutyLoop;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of a process makes it useless, and what only worse. */
class HealthWatchTest {
  private static final long FOUR_SECONDS = Duration.ofSeconds(4).toNanos();
  private static final List<DutyLoop.Failing> FAILING =
      List.of(new DutyLoop.Failing("a loop", 0, new IllegalStateException("no such table")));
  private static final List<String> REASON = List.of("a loop has failed for 4 s: no such table");

  private long now = FOUR_SECONDS;
  private final HealthWatch watch = new HealthWatch(() -> now);

  @Test
  void aPartWithoutWhichNothingIsDoneTakesItDown() {
    assertThat(watch.judge(List.of(), FAILING, List.of(), 8))
        .isEqualTo(new Health(Health.Status.DOWN, REASON));
  }

  @Test
  void jobsAreDoneThoughNobodyCountsThem() {
    assertThat(watch.judge(List.of(), List.of(), FAILING, 8))
        .isEqualTo(new Health(Health.Status.DEGRADED, REASON));
  }

  @Test
  void aMomentIsNoTrouble() {
    now = Duration.ofSeconds(3).toNanos();
    assertThat(watch.judge(List.of(), FAILING, FAILING, 8))
        .isEqualTo(new Health(Health.Status.UP, List.of()));
  }
}
