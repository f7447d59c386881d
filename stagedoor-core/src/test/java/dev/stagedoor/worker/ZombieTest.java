package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Delivered;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.Transition;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two processes and one entry: the first is cut off in its handler past the reclaim time, the
 * second takes the entry over, and then the first goes on. Nothing is swept meanwhile.
 */
final class ZombieTest {
  private final Stage stage = new Stage();
  private final Frozen first = new Frozen(stage.stream);
  private final CountDownLatch zombieMayGoOn = new CountDownLatch(1);
  private final CountDownLatch twinMayGoOn = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    first.thaw(); // or closing it would wait in vain for its entries to be settled
    zombieMayGoOn.countDown();
    twinMayGoOn.countDown();
    stage.close();
  }

  /** The zombie's process, and then its twin's, each with a handler of its own. */
  private JobId freezeInHandler(JobHandler<Stage.Word> zombie, JobHandler<Stage.Word> twin)
      throws Exception {
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  runs.incrementAndGet();
                  WorkerTest.awaitIgnoringInterrupts(zombieMayGoOn);
                  zombie.handle(run);
                }),
        first);
    JobId id = stage.enqueue("a");
    stage.events.await("the first run", started(Delivered.FIRST));
    first.freeze();
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  runs.incrementAndGet();
                  assertThat(twinMayGoOn.await(20, TimeUnit.SECONDS)).isTrue();
                  twin.handle(run);
                }));
    stage.events.await("the twin", started(Delivered.RECLAIMED));
    return id;
  }

  private static Predicate<JobEvent> started(Delivered how) {
    return e -> e instanceof JobEvent.RunStarted s && s.how() == how;
  }

  private static Predicate<JobEvent> returned(int run) {
    return e -> e instanceof JobEvent.RunReturned r && r.run().run() == run;
  }

  private static Predicate<JobEvent> fenced(int run) {
    return e -> e instanceof JobEvent.Fenced f && f.run().run() == run;
  }

  @Test
  void aZombiesFailureIsFencedAndItsTwinGoesOn() throws Exception {
    JobId id =
        freezeInHandler(
            run -> {
              throw new IllegalStateException("the zombie fails");
            },
            run -> {});
    zombieMayGoOn.countDown();
    stage.events.await("the zombie's failure", returned(0));
    first.thaw(); // its outcome meets a newer run, whose entry it does not own
    stage.events.await("the fence", fenced(0));
    assertThat(stage.number("SELECT failures FROM stagedoor.outbox WHERE id = ?", id)).isZero();
    assertThat(stage.number("SELECT attempt FROM stagedoor.outbox WHERE id = ?", id)).isEqualTo(1);
    twinMayGoOn.countDown();
    stage.events.awaitMoved(id, Transition.COMPLETE);
    stage.awaitSettled("default");
    assertThat(
            stage.text(
                "SELECT cause FROM stagedoor.job_runs WHERE job_id = ? AND outcome = 'fenced'", id))
        .contains("the zombie fails");
    assertThat(runs).hasValue(2);
  }

  @Test
  void aZombiesDoneIsBelievedAndItsTwinSettles() throws Exception {
    JobId id = freezeInHandler(run -> {}, run -> run.once("step", tx -> tx.update("SELECT 1")));
    zombieMayGoOn.countDown();
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(stage.isGone(id)).isTrue();
    twinMayGoOn.countDown();
    stage.events.await("the twin's end", returned(1));
    stage.awaitSettled("default");
    assertThat(stage.text("SELECT outcome FROM stagedoor.processed_jobs WHERE job_id = ?", id))
        .isEqualTo("completed");
    assertThat(stage.number("SELECT count(*) FROM stagedoor.processed_jobs WHERE job_id = ?", id))
        .isEqualTo(1);
  }

  @Test
  void aZombieThatIsToldSoIsInterruptedAndNotDone() throws Exception {
    JobId id = freezeInHandler(run -> assertThat(run.isSuperseded()).isTrue(), run -> {});
    first.thaw();
    stage.events.await(
        "told", e -> e instanceof JobEvent.Interrupted i && i.why() == JobEvent.Why.SUPERSEDED);
    zombieMayGoOn.countDown(); // it swallows the interrupt and returns as if all were well
    stage.events.await("left alone", fenced(0));
    assertThat(stage.isGone(id)).isFalse();
    twinMayGoOn.countDown();
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(stage.isGone(id)).isTrue();
  }

  @Test
  void twinsOfAnAlwaysFailingJobDoNotFenceEachOtherForEver() throws Exception {
    JobHandler<Stage.Word> fails =
        run -> {
          throw new IllegalStateException("always");
        };
    JobId id = freezeInHandler(fails, fails);
    stage.sql("UPDATE stagedoor.outbox SET run = run + 1"); // a third was counted, and died
    twinMayGoOn.countDown();
    stage.events.awaitMoved(id, Transition.RETRY);
    // by the twin itself: left to be reclaimed, it would be fenced again by whoever is counted next
    assertThat(stage.events.count(Recorder.moved(id, Transition.REDELIVER))).isEqualTo(1);
    assertThat(stage.number("SELECT failures FROM stagedoor.outbox WHERE id = ?", id)).isPositive();
  }

  @Test
  void aSwallowedRetryLaterOfHeldElsewhereIsNotDone() throws Exception {
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  if (runs.incrementAndGet() == 1) {
                    ((ActiveRun<?>) run).forbidDone("held elsewhere");
                    swallow(RetryLater.in(Duration.ofMillis(10)));
                  }
                }));
    JobId id = stage.enqueue("a");
    stage.events.await(
        "said so", e -> e instanceof JobEvent.NotDone n && n.why().equals("held elsewhere"));
    stage.events.awaitMoved(id, Transition.RETRY_LATER);
    assertThat(stage.isGone(id)).isFalse();
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(runs).hasValue(2);
  }

  private static void swallow(RuntimeException thrown) {
    try {
      throw thrown;
    } catch (RetryLater e) {
      assertThat(e).isSameAs(thrown);
    }
  }

  @Test
  void cancelledWhilePublishedDoesNothing() throws Exception {
    cancelled(run -> run.once("effect", tx -> tx.update("INSERT INTO counter VALUES ('a', 1)")));
  }

  @Test
  void aTransactionOfACancelledJobDoesNothing() throws Exception {
    cancelled(run -> run.transaction(tx -> tx.update("INSERT INTO counter VALUES ('a', 1)")));
  }

  private void cancelled(JobHandler<Stage.Word> effect) throws Exception {
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  runs.incrementAndGet();
                  WorkerTest.awaitIgnoringInterrupts(zombieMayGoOn);
                  effect.handle(run);
                }));
    JobId id = stage.enqueue("a");
    stage.events.await("the run", started(Delivered.FIRST));
    try (var connection = stage.database.getConnection()) {
      connection.setAutoCommit(false);
      dev.stagedoor.outbox.Outbox.on(stage.database).cancel(connection, id);
      connection.commit();
    }
    zombieMayGoOn.countDown();
    stage.events.await(
        "superseded", e -> e instanceof JobEvent.Absorbed a && a.key().equals("job gone"));
    stage.awaitSettled("default");
    assertThat(stage.counter("a")).isEqualTo(-1);
    assertThat(stage.text("SELECT outcome FROM stagedoor.processed_jobs WHERE job_id = ?", id))
        .isEqualTo("cancelled");
  }

  @Test
  void killedBetweenOnceAndTheNextEffectGoesOnWithTheNextEffect() throws Exception {
    JobHandler<Stage.Word> both =
        run -> {
          run.once("one", tx -> tx.update("INSERT INTO counter VALUES ('one', 1)"));
          run.once("two", tx -> tx.update("INSERT INTO counter VALUES ('two', 1)"));
        };
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  run.once("one", tx -> tx.update("INSERT INTO counter VALUES ('one', 1)"));
                  WorkerTest.awaitIgnoringInterrupts(zombieMayGoOn); // dead for all we know
                  throw new IllegalStateException("never came back");
                }),
        first);
    JobId id = stage.enqueue("a");
    stage.events.await("step one", e -> e instanceof JobEvent.Applied a && a.key().equals("one"));
    first.freeze();
    stage.start(b -> b.handle(Stage.WORK, both));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(stage.counter("one")).isEqualTo(1);
    assertThat(stage.counter("two")).isEqualTo(1);
    assertThat(stage.events.count(e -> e instanceof JobEvent.Absorbed a && a.key().equals("one")))
        .isEqualTo(1);
  }

  @Test
  void aTwinThatFindsTheRowGoneSettlesAndRunsNothing() throws Exception {
    CountDownLatch completed = new CountDownLatch(1);
    Frozen cutOff = new Frozen(stage.stream);
    stage.start(
        b ->
            b.handleOnce(Stage.WORK, (run, tx) -> {})
                .listener(
                    e -> {
                      if (e instanceof JobEvent.Moved m && m.transition() == Transition.COMPLETE) {
                        cutOff.freeze(); // complete, never settled: as if killed between the two
                        completed.countDown();
                      }
                    }),
        cutOff);
    JobId id = stage.enqueue("a");
    assertThat(completed.await(20, TimeUnit.SECONDS)).isTrue();
    stage.start(b -> b.handle(Stage.WORK, run -> runs.incrementAndGet()));
    stage.events.await("absorbed", absorbedGone(id));
    stage.awaitSettled("default");
    assertThat(runs).hasValue(0);
  }

  private static Predicate<JobEvent> absorbedGone(JobId id) {
    return e -> {
      if (!(e instanceof JobEvent.Absorbed absorbed)) {
        return false;
      }
      RunRef run = absorbed.run();
      return run.jobId().equals(id) && absorbed.key().equals("job gone");
    };
  }
}
