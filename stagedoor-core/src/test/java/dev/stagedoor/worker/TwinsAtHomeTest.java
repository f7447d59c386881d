package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Transition;
import dev.stagedoor.job.Windows;
import dev.stagedoor.stream.LocalStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A failure may take the next run number and write once more only where nobody else has the entry.
 * Here the stream cannot tell: the twin is in the same process, or the stream is one that others
 * have given up. One failure is the last.
 */
final class TwinsAtHomeTest {
  private static final RetryPolicy ONE_FAILURE =
      new RetryPolicy(1, Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofHours(1));

  private final Stage stage = new Stage();
  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch twinBegan = new CountDownLatch(1);
  private final CountDownLatch twinMayEnd = new CountDownLatch(1);

  /** The first run fails once its twin has begun; the twin waits, and does the work. */
  private final JobHandler<Stage.Word> work =
      run -> {
        if (runs.incrementAndGet() == 1) {
          awaitCalmly(twinBegan);
          throw new IllegalStateException("the first run fails, late");
        }
        twinBegan.countDown();
        awaitCalmly(twinMayEnd);
        run.<SQLException>once("add", tx -> tx.update("INSERT INTO counter VALUES ('a', 1)"));
      };

  @AfterEach
  void close() {
    twinBegan.countDown();
    twinMayEnd.countDown();
    stage.close();
  }

  @Test
  void aFailureEndsNoTwinThatItsOwnProcessHasReclaimed() throws Exception {
    stage.start(
        b ->
            b.windows(Stage.SHORT.withHandlerTimeout(Duration.ofSeconds(60)))
                .handle(Stage.WORK, work, h -> h.heartbeat(false).retry(ONE_FAILURE)));
    assertTheTwinDoesTheWork(stage.enqueue("a"));
  }

  @Test
  void aFailureEndsNoTwinOfAStreamThatWasGivenUp() throws Exception {
    LocalStream one = LocalStream.inThisProcess();
    CutDatabase cut = new CutDatabase(stage.database);
    UnaryOperator<Stagedoor.Builder> both =
        b ->
            b.windows(Windows.STANDARD)
                .migrate(false)
                .listener(stage.events)
                .handle(Stage.WORK, work, h -> h.retry(ONE_FAILURE));
    try (Stagedoor first = both.apply(Stagedoor.builder(cut).stream(one)).build().start()) {
      JobId id = first.outbox().enqueueAlone(Stage.WORK.job(new Stage.Word("a"))).id();
      Stage.await("the first run", () -> runs.get() == 1);
      try (Stagedoor other =
          both.apply(Stagedoor.builder(stage.database).stream(LocalStream.inThisProcess()))
              .build()
              .start()) {
        cut.cut();
        stage.sql("DELETE FROM stagedoor.streams WHERE stream = '" + one.name() + "'");
        assertThat(twinBegan.await(20, TimeUnit.SECONDS)).isTrue();
        cut.mend();
        assertTheTwinDoesTheWork(id);
      }
    }
  }

  private void assertTheTwinDoesTheWork(JobId id) {
    stage.events.await(
        "the first run's failure",
        e -> e instanceof JobEvent.Fenced || Recorder.moved(id, Transition.DIE).test(e));
    assertThat(stage.events.count(Recorder.moved(id, Transition.DIE))).isZero();
    twinMayEnd.countDown();
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(stage.counter("a")).isEqualTo(1);
  }

  /** Interrupts are for those who heed them. */
  private static void awaitCalmly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
