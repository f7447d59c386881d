package dev.stagedoor.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PaceTest {
  private final AtomicLong now = new AtomicLong();
  private final Pace pace = new Pace(Duration.ofMillis(5), Duration.ofMillis(500), now::get);

  private long afterNothing() {
    return TimeUnit.NANOSECONDS.toMillis(pace.after(0));
  }

  private List<Long> afterNothing(int steps) {
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      waits.add(afterNothing());
    }
    return waits;
  }

  @Test
  void idleStepsWaitTwiceAsLongEachTime() {
    assertThat(afterNothing(9)).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L, 500L, 500L);
  }

  @Test
  void aStepThatDidSomethingIsFollowedAtOnceAndBeginsAnew() {
    afterNothing(5);
    assertThat(pace.after(1)).isZero();
    assertThat(afterNothing()).isEqualTo(5);
  }

  @Test
  void whatIsExpectedIsLookedForOftenUntilItIsThere() {
    afterNothing(9);
    pace.expect();
    assertThat(afterNothing(8)).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L);
    pace.after(1);
    assertThat(afterNothing(2)).containsExactly(5L, 10L);
  }

  @Test
  void whatIsExpectedIsGivenUpAfterTwoSeconds() {
    afterNothing(9);
    pace.expect();
    now.addAndGet(Duration.ofMillis(1_999).toNanos());
    assertThat(afterNothing()).isEqualTo(1);
    now.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(afterNothing()).isEqualTo(500);
  }

  @Test
  void aCapHoldsForOneWait() {
    afterNothing(9);
    pace.within(Duration.ofMillis(50));
    assertThat(afterNothing(2)).containsExactly(50L, 500L);
  }

  @Test
  void aWakeBetweenTwoStepsIsNotLost() throws Exception {
    Pace endless = new Pace(Duration.ofDays(1), Duration.ofDays(1), Ticker.SYSTEM);
    endless.wake();
    endless.await(0);
  }

  @Test
  void aWakeEndsTheWait() throws Exception {
    SynchronousQueue<Integer> steps = new SynchronousQueue<>();
    AtomicInteger step = new AtomicInteger();
    Pace endless = new Pace(Duration.ofDays(1), Duration.ofDays(1), Ticker.SYSTEM);
    try (DutyLoop loop =
        DutyLoop.start(
            "test",
            () -> {
              steps.put(step.incrementAndGet());
              return 0;
            },
            endless,
            (name, cause) -> {})) {
      assertThat(steps.take()).isEqualTo(1);
      loop.wake();
      assertThat(steps.take()).isEqualTo(2);
      endless.expect();
      assertThat(steps.take()).isEqualTo(3);
    }
  }

  @Test
  void aLoopGoesOnAfterTrouble() throws Exception {
    CountDownLatch third = new CountDownLatch(3);
    AtomicInteger troubles = new AtomicInteger();
    try (DutyLoop loop =
        DutyLoop.start(
            "test",
            () -> {
              third.countDown();
              throw new IllegalStateException("each time");
            },
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            (name, cause) -> troubles.incrementAndGet())) {
      third.await();
      loop.stop();
    }
    assertThat(troubles).hasValueGreaterThanOrEqualTo(3);
  }
}
