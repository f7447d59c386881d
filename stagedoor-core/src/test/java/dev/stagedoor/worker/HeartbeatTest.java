package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamUnavailable;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Long runs, lost beats, and two workers. Nothing is swept meanwhile. */
final class HeartbeatTest {
  private final Stage stage = new Stage();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    mayEnd.countDown();
    stage.close();
  }

  /** Counts beats, and loses each second one if told so. */
  private static final class Beats extends Shared {
    private final boolean lossy;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    Beats(JobStream to, boolean lossy) {
      super(to);
      this.lossy = lossy;
    }

    @Override
    public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
      if (lossy && asked.incrementAndGet() % 2 == 0) {
        throw new StreamUnavailable("beat lost", null);
      }
      Extended extended = super.extend(queue, consumer, entries);
      answered.incrementAndGet();
      return extended;
    }
  }

  private JobId runWhile(Beats beats, int enough) throws Exception {
    stage.start(b -> b.windows(patient()).handle(Stage.WORK, run -> work()), beats);
    JobId id = stage.enqueue("a");
    Stage.await("the run", () -> runs.get() == 1);
    stage.start(b -> b.windows(patient()).handle(Stage.WORK, run -> work())); // would reclaim it
    Stage.await(enough + " beats", () -> beats.answered.get() >= enough);
    mayEnd.countDown();
    stage.events.awaitMoved(id, Transition.COMPLETE);
    return id;
  }

  private static dev.stagedoor.job.Windows patient() {
    return Stage.SHORT.withHandlerTimeout(java.time.Duration.ofSeconds(60));
  }

  private void work() throws InterruptedException {
    runs.incrementAndGet();
    assertThat(mayEnd.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void C07_aRunOfFiveReclaimTimesHasNoTwin() throws Exception {
    runWhile(new Beats(stage.stream, false), 20); // 20 beats of 150 ms: five reclaim times
    assertThat(runs).hasValue(1);
  }

  @Test
  void C27_everySecondBeatMayBeLost() throws Exception {
    runWhile(new Beats(stage.stream, true), 10);
    assertThat(runs).hasValue(1);
  }

  @Test
  void C07_withHeartbeatsOffASlowRunGetsATwinAndItsEffectHappensOnce() throws Exception {
    stage.start(
        b ->
            b.windows(patient())
                .handle(
                    Stage.WORK,
                    run -> {
                      if (runs.incrementAndGet() == 1) {
                        WorkerTest.awaitIgnoringInterrupts(mayEnd);
                      }
                      run.once("add", tx -> tx.update("INSERT INTO counter VALUES ('a', 1)"));
                    },
                    h -> h.heartbeat(false)));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.COMPLETE);
    mayEnd.countDown();
    stage.events.await("both returned", 2, e -> e instanceof JobEvent.RunReturned);
    assertThat(runs).hasValue(2);
    assertThat(stage.counter("a")).isEqualTo(1);
    stage.awaitSettled("default");
    assertThat(
            stage.number(
                "SELECT count(*) FROM stagedoor.job_runs WHERE job_id = ? AND outcome = 'killed'",
                id))
        .as("deaths: the only process took its own entry over, and nobody died")
        .isZero();
    assertThat(stage.events.all())
        .as("a warning that names the type and the time")
        .anySatisfy(
            e ->
                assertThat(e)
                    .isInstanceOfSatisfying(
                        JobEvent.Trouble.class,
                        t -> {
                          assertThat(t.where()).isEqualTo("handler of type work");
                          assertThat(t.cause())
                              .hasMessageContaining("longer than the reclaim time of PT0.6S");
                        }));
  }
}
