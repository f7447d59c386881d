package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.JobId;
import dev.stagedoor.loop.DutyLoop;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
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
    assertThat(watch.judge(List.of(), FAILING, List.of(), List.of(), 8))
        .isEqualTo(new Health(Health.Status.DOWN, REASON));
  }

  @Test
  void jobsAreDoneThoughNobodyCountsThem() {
    assertThat(watch.judge(List.of(), List.of(), FAILING, List.of(), 8))
        .isEqualTo(new Health(Health.Status.DEGRADED, REASON));
  }

  @Test
  void aMomentIsNoTrouble() {
    now = Duration.ofSeconds(3).toNanos();
    assertThat(watch.judge(List.of(), FAILING, FAILING, List.of(), 8))
        .isEqualTo(new Health(Health.Status.UP, List.of()));
  }

  private static RunRef run(int number) {
    return new RunRef(new JobId(new UUID(7, number)), "t", "q", 1, 0, "w", number + "-0");
  }

  private void started(RunRef run) {
    watch.on(new JobEvent.RunStarted(run, JobEvent.Delivered.FIRST, null));
  }

  private void timedOut(RunRef run) {
    watch.on(new JobEvent.Interrupted(run, JobEvent.Why.TIME_OUT));
  }

  @Test
  void aBatchHoldsOneSlot() {
    for (int i = 0; i < 100; i++) {
      started(run(i));
      timedOut(run(i));
    }
    assertThat(watch.judge(List.of(), List.of(), List.of(), List.of(), 8).reasons())
        .containsExactly(
            "1 of 8 slots of queue q hold runs that are over their time-out and do not stop");
  }

  @Test
  void whatIsBackBeforeItsTimeOutIsToldHoldsNone() {
    started(run(1));
    watch.on(new JobEvent.RunReturned(run(1), null, Duration.ZERO));
    timedOut(run(1));
    assertThat(watch.judge(List.of(), List.of(), List.of(), List.of(), 1).status())
        .isEqualTo(Health.Status.UP);
  }
}
