package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Closing in the middle of work: nothing lost, nothing run twice that need not be. */
final class ShutdownTest {
  private final Stage stage = new Stage();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    mayEnd.countDown();
    stage.close();
  }

  @Test
  void C20_aClosingWorkerWaitsForItsRunAndStoresTheOutcome() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    Stagedoor stagedoor =
        stage.start(
            b ->
                b.windows(longDrain())
                    .handle(
                        Stage.WORK,
                        run -> {
                          runs.incrementAndGet();
                          began.countDown();
                          assertThat(mayEnd.await(20, TimeUnit.SECONDS)).isTrue();
                        }));
    JobId id = stage.enqueue("a");
    assertThat(began.await(20, TimeUnit.SECONDS)).isTrue();
    Thread closer = new Thread(stagedoor::close);
    closer.start();
    Stage.await("the closer waits", () -> closer.getState() != Thread.State.RUNNABLE);
    mayEnd.countDown();
    closer.join(20_000);
    assertThat(closer.isAlive()).isFalse();
    assertThat(stage.isGone(id)).isTrue();
    assertThat(stage.stream.depth("default")).isZero();
    assertThat(runs).hasValue(1);
  }

  @Test
  void aClosingWorkerKeepsWhatItStillRuns() throws Exception {
    AtomicInteger beats = new AtomicInteger();
    JobStream beating =
        new Shared(stage.stream) {
          @Override
          public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
            beats.incrementAndGet();
            return super.extend(queue, consumer, entries);
          }
        };
    CountDownLatch began = new CountDownLatch(1);
    JobHandler<Stage.Word> slow =
        run -> {
          runs.incrementAndGet();
          began.countDown();
          assertThat(mayEnd.await(20, TimeUnit.SECONDS)).isTrue();
        };
    Stagedoor closing = stage.start(b -> b.windows(longDrain()).handle(Stage.WORK, slow), beating);
    stage.enqueue("a");
    assertThat(began.await(20, TimeUnit.SECONDS)).isTrue();
    stage.start(b -> b.windows(longDrain()).handle(Stage.WORK, slow)); // would reclaim it
    Thread closer = new Thread(closing::close);
    closer.start();
    Stage.await("the closer waits", () -> closer.getState() != Thread.State.RUNNABLE);
    int before = beats.get();
    Stage.await("two reclaim times", () -> runs.get() > 1 || beats.get() > before + 8);
    mayEnd.countDown();
    closer.join(20_000);
    assertThat(runs).hasValue(1);
  }

  private static dev.stagedoor.job.Windows longDrain() {
    dev.stagedoor.job.Windows s = Stage.SHORT;
    return new dev.stagedoor.job.Windows(
        s.reclaim(),
        s.heartbeat(),
        s.staleAfter(),
        s.sendTimeout(),
        Duration.ofSeconds(30),
        s.retry(),
        s.sweep(),
        Duration.ofSeconds(20));
  }

  @Test
  void aRunThatOutlastsTheDrainIsInterruptedAndHandedBack() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    Stagedoor stagedoor =
        stage.start(
            b ->
                b.handle(
                    Stage.WORK,
                    run -> {
                      began.countDown();
                      WorkerTest.awaitIgnoringInterrupts(mayEnd);
                    }));
    JobId id = stage.enqueue("a");
    assertThat(began.await(20, TimeUnit.SECONDS)).isTrue();
    stagedoor.close();
    stage.events.await(
        "told", e -> e instanceof JobEvent.Interrupted i && i.why() == JobEvent.Why.SHUTDOWN);
    stage.events.awaitMoved(id, Transition.HAND_BACK);
    assertThat(stage.number("SELECT attempt FROM stagedoor.outbox WHERE id = ?", id)).isEqualTo(2);
    assertThat(stage.number("SELECT failures FROM stagedoor.outbox WHERE id = ?", id)).isZero();
    assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", id)).isEqualTo("due");
    mayEnd.countDown(); // it swallowed the interrupt and returns: that is not done
    stage.events.await("not believed", e -> e instanceof JobEvent.NotDone);
    assertThat(stage.isGone(id)).isFalse();
  }

  @Test
  void whatWasReadAndNotStartedIsHandedBackThroughTheRow() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    Reads reads = new Reads(stage.stream);
    Stagedoor stagedoor =
        stage.start(
            b ->
                b.concurrency(1)
                    .handle(
                        Stage.WORK,
                        run -> {
                          began.countDown();
                          WorkerTest.awaitIgnoringInterrupts(mayEnd);
                        }),
            reads);
    stage.enqueue("first");
    assertThat(began.await(20, TimeUnit.SECONDS)).isTrue();
    JobId second = stage.enqueue("second");
    Stage.await("the second is in hand", () -> reads.count.get() == 2);
    stagedoor.close();
    assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", second))
        .isEqualTo("due");
    assertThat(
            stage.events.count(
                e -> e instanceof JobEvent.RunStarted s && s.run().jobId().equals(second)))
        .isZero();
  }

  /** Counts what was handed over. */
  private static final class Reads extends Shared {
    private final AtomicInteger count = new AtomicInteger();

    Reads(JobStream to) {
      super(to);
    }

    @Override
    public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
      List<Delivery> deliveries = super.read(queue, consumer, atMost, block);
      count.addAndGet(deliveries.size());
      return deliveries;
    }
  }

  @Test
  void aWaitForAnEntryEndsWithTheWorkerWhereNoneCanBeLostByIt() throws Exception {
    assertThat(isReadInterrupted(true)).isTrue();
    assertThat(isReadInterrupted(false)).isFalse(); // a server's answer may be under way
  }

  /** Whether the read that waits while its worker is closed is interrupted. */
  private boolean isReadInterrupted(boolean inProcess) throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    JobStream watched =
        new Shared(stage.stream) {
          @Override
          public boolean inProcess() {
            return inProcess;
          }

          @Override
          public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
            if (interrupted.isDone()) {
              return List.of();
            }
            waits.countDown();
            List<Delivery> none = stage.stream.read(queue, consumer, atMost, block);
            interrupted.complete(Thread.currentThread().isInterrupted());
            return none;
          }
        };
    Stagedoor stagedoor = stage.start(b -> b.stream(watched).handle(Stage.WORK, run -> {}));
    assertThat(waits.await(20, TimeUnit.SECONDS)).isTrue();
    stagedoor.close();
    return interrupted.get(20, TimeUnit.SECONDS);
  }
}
