package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One worker, one job: every way in which a run may end. */
final class WorkerTest {
  private static final String ADD =
      "INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET n = counter.n + 1";
  private final Stage stage = new Stage();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void aJobIsRunAndItsRowIsGoneAndItsEntrySettled() throws Exception {
    stage.start(
        b ->
            b.handle(
                Stage.WORK, run -> run.once("add", tx -> tx.update(ADD, run.payload().text()))));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.COMPLETE);
    stage.awaitSettled("default");
    assertThat(stage.isGone(id)).isTrue();
    assertThat(stage.counter("a")).isEqualTo(1);
    assertThat(
            stage.text(
                "SELECT outcome FROM stagedoor.processed_jobs WHERE job_id = ? AND step = ''", id))
        .isEqualTo("completed");
    assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", id))
        .isEqualTo("completed");
  }

  @Test
  void handleOnceCommitsEffectRecordAndCompletionTogether() throws Exception {
    stage.start(b -> b.handleOnce(Stage.WORK, (run, tx) -> tx.update(ADD, run.payload().text())));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.COMPLETE);
    stage.awaitSettled("default");
    assertThat(stage.isGone(id)).isTrue();
    assertThat(stage.counter("a")).isEqualTo(1);
  }

  @Test
  void aHandleOnceThatIsAskedForAgainMeanwhileRunsOnceMore() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    stage.start(
        b ->
            b.handleOnce(
                Stage.WORK,
                (run, tx) -> {
                  tx.update(ADD, "a");
                  if (runs.incrementAndGet() == 1) {
                    stage.sql("UPDATE stagedoor.outbox SET unique_key = 'a', again = true");
                  }
                }));
    JobId id = stage.enqueue("a");
    Stage.await("the second completion", () -> stage.isGone(id));
    assertThat(stage.counter("a")).isEqualTo(2);
    assertThat(runs).hasValue(2);
  }

  @Test
  void aFailedOnceHandlerLeavesNothingAndKeepsItsCause() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    stage.start(
        b ->
            b.handleOnce(
                Stage.WORK,
                (run, tx) -> {
                  tx.update(ADD, "a");
                  if (runs.incrementAndGet() == 1) {
                    throw new IllegalStateException("broken once");
                  }
                }));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(stage.counter("a")).isEqualTo(1);
    assertThat(stage.text("SELECT cause FROM stagedoor.job_runs WHERE job_id = ?", id))
        .contains("broken once");
    assertThat(runs).hasValue(2);
  }

  @Test
  void failuresAreCountedAndTheLastOneIsDeadWithItsCause() throws Exception {
    RetryPolicy three =
        new RetryPolicy(3, Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofHours(1));
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  throw new java.io.IOException("no way " + run.attempt());
                },
                h -> h.retry(three)));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.DIE);
    stage.awaitSettled("default");
    assertThat(stage.text("SELECT state FROM stagedoor.outbox WHERE id = ?", id)).isEqualTo("dead");
    assertThat(stage.number("SELECT failures FROM stagedoor.outbox WHERE id = ?", id)).isEqualTo(3);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", id))
        .contains("no way 3");
    assertThat(stage.number("SELECT count(*) FROM stagedoor.job_runs WHERE job_id = ?", id))
        .isEqualTo(3);
  }

  @Test
  void retryLaterIsNoFailureAndComesBackThroughTheRow() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  if (runs.incrementAndGet() < 3) {
                    throw RetryLater.in(Duration.ofMillis(20));
                  }
                }));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(stage.events.count(Recorder.moved(id, Transition.RETRY_LATER))).isEqualTo(2);
    assertThat(
            stage.number(
                "SELECT attempt FROM stagedoor.processed_jobs WHERE job_id = ? AND step = ''", id))
        .isEqualTo(3);
  }

  @Test
  void aJobOlderThanItsMaximumAgeIsNotTriedAgain() throws Exception {
    RetryPolicy old =
        new RetryPolicy(100, Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(300));
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  throw RetryLater.in(Duration.ofMillis(60));
                },
                h -> h.retry(old)));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.DIE);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", id))
        .startsWith("older than its maximum age");
  }

  @Test
  void aDeadLetterIsDeadAtOnce() throws Exception {
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  throw DeadLetter.because("no such order");
                }));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.DIE);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", id))
        .contains("no such order");
    assertThat(stage.number("SELECT failures FROM stagedoor.outbox WHERE id = ?", id)).isZero();
  }

  @Test
  void aTypeThatNobodyKnowsIsReleasedAndNotCounted() throws Exception {
    JobType<Stage.Word> other = JobType.of("other", Stage.Word.class);
    stage.start(b -> b.handle(Stage.WORK, run -> {}));
    JobId id = stage.enqueue(other.job(new Stage.Word("x")));
    stage.events.awaitMoved(id, Transition.RELEASE);
    assertThat(stage.number("SELECT failures FROM stagedoor.outbox WHERE id = ?", id)).isZero();
    assertThat(stage.number("SELECT attempt FROM stagedoor.outbox WHERE id = ?", id)).isEqualTo(2);
    assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", id))
        .isEqualTo("waiting");
    stage.start(b -> b.roles(Role.RELAY, Role.WORKER).handle(other, run -> {}));
    stage.sql("UPDATE stagedoor.outbox SET due_at = now()");
    stage.events.await(
        "known at last",
        1,
        e ->
            e instanceof JobEvent.Moved m
                && m.jobId().equals(id)
                && (m.transition() == Transition.COMPLETE
                    || m.transition() == Transition.RELEASE && m.attempt() > 1));
  }

  @Test
  void anUnreadablePayloadIsDeadAndKept() throws Exception {
    stage.start(b -> b.handle(Stage.WORK, run -> {}));
    JobId id = stage.enqueue(JobType.of("work", String.class).job("just text"));
    stage.events.awaitMoved(id, Transition.DIE);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", id)).isNotBlank();
    assertThat(stage.text("SELECT payload FROM stagedoor.outbox WHERE id = ?", id))
        .isEqualTo("\"just text\"");
  }

  @Test
  void C22_aTimedOutRunIsAFailureWhateverItsThreadDoes() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch release = new CountDownLatch(1);
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  if (runs.incrementAndGet() == 1) {
                    awaitIgnoringInterrupts(release);
                  }
                },
                h -> h.timeout(Duration.ofMillis(100))));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.RETRY);
    stage.events.awaitMoved(id, Transition.COMPLETE);
    release.countDown();
    stage.events.await("the zombie's return", e -> e instanceof JobEvent.NotDone);
    assertThat(stage.text("SELECT cause FROM stagedoor.job_runs WHERE job_id = ?", id))
        .contains("timed out");
    assertThat(runs).hasValue(2);
  }

  @Test
  void aTimedOutRunThatMeetsANewerOneCountsItsFailureIfTheEntryIsStillIts() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch release = new CountDownLatch(1);
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  if (runs.incrementAndGet() == 1) { // another entry of it is counted meanwhile
                    stage.sql("UPDATE stagedoor.outbox SET run = run + 1");
                    awaitIgnoringInterrupts(release);
                  }
                },
                h -> h.timeout(Duration.ofMillis(100))));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.COMPLETE);
    release.countDown();
    assertThat(stage.events.count(e -> e instanceof JobEvent.Fenced)).isZero();
    assertThat(stage.events.count(Recorder.moved(id, Transition.REDELIVER))).isZero();
    assertThat(runs).hasValue(2);
  }

  @Test
  void aStrayInterruptCostsNoSlot() throws Exception {
    stage.start(
        b ->
            b.concurrency(1)
                .handle(Stage.WORK, run -> {})
                .listener(
                    event -> {
                      if (event instanceof JobEvent.RunReturned) {
                        Thread.currentThread().interrupt(); // as a careless library would
                      }
                    }));
    for (String text : List.of("a", "b", "c")) {
      stage.events.awaitMoved(stage.enqueue(text), Transition.COMPLETE);
    }
  }

  @Test
  void aRunWhoseEntryWentJustBeforeItsHandlerIsCalledIsTold() throws Exception {
    AtomicInteger extended = new AtomicInteger(); // how many entries the last beat asked for
    JobStream beating =
        new Shared(stage.stream) {
          @Override
          public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
            extended.set(entries.size());
            return super.extend(queue, consumer, entries);
          }
        };
    AtomicInteger started = new AtomicInteger();
    stage.start(
        b ->
            b.concurrency(1)
                .handle(Stage.WORK, run -> new CountDownLatch(1).await(20, TimeUnit.SECONDS))
                .listener(
                    event -> {
                      if (event instanceof JobEvent.RunStarted && started.incrementAndGet() == 1) {
                        Stage.await("both are held", () -> extended.get() == 2);
                        stage.stream.reclaim("default", "another", Duration.ZERO, 1);
                        Stage.await("the loss is known", () -> extended.get() == 1);
                      }
                    }),
        beating);
    stage.enqueue("a");
    stage.enqueue("b");
    stage.events.await(
        "the interrupt",
        e -> e instanceof JobEvent.Interrupted told && told.why() == JobEvent.Why.SUPERSEDED);
  }

  @Test
  void aCompletionThatCannotBeWrittenHoldsUpNoOtherOutcome() throws Exception {
    stage.sql(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF OLD.payload LIKE '%stuck%' THEN RAISE 'refused' USING ERRCODE = '23514'; END IF;
          RETURN OLD;
        END $$""",
        "CREATE TRIGGER refuse BEFORE DELETE ON stagedoor.outbox FOR EACH ROW"
            + " EXECUTE FUNCTION refuse()");
    Stagedoor stagedoor =
        stage.start(
            b ->
                b.handle(
                    Stage.WORK,
                    run -> {
                      if (run.payload().text().equals("fails") && run.attempt() == 1) {
                        throw new IllegalStateException("broken once");
                      }
                    }));
    JobId stuck = stage.enqueue("stuck");
    stage.events.await("trouble", e -> e instanceof JobEvent.Trouble);
    JobId fine = stage.enqueue("fine");
    JobId fails = stage.enqueue("fails");
    stage.events.awaitMoved(fine, Transition.COMPLETE);
    stage.events.awaitMoved(fails, Transition.RETRY);
    assertThat(stage.isGone(stuck)).isFalse();
    stage.sql("DROP TRIGGER refuse ON stagedoor.outbox");
    stage.events.awaitMoved(stuck, Transition.COMPLETE);
    stagedoor.close();
  }

  static void awaitIgnoringInterrupts(CountDownLatch latch) {
    while (true) {
      try {
        if (latch.await(20, TimeUnit.SECONDS)) {
          return;
        }
        throw new AssertionError("never released");
      } catch (InterruptedException e) {
        // that is the point: a handler that swallows what we send it
      }
    }
  }
}
