package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Transition;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A paused queue in its workers, and what a limit does to many of them. */
final class PauseTest {
  private final Stage stage = new Stage();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    goOn.countDown();
    stage.close();
  }

  @Test
  void whatRunsGoesOnAndWhatIsNotStartedIsHandedBack() throws Exception {
    Stagedoor stagedoor =
        stage.start(
            b ->
                b.concurrency(1)
                    .handle(
                        Stage.WORK,
                        run -> {
                          runs.incrementAndGet();
                          goOn.await();
                        }));
    stage.enqueue("a");
    stage.events.await("the first run", e -> e instanceof JobEvent.RunStarted);
    JobId second = stage.enqueue("b");
    Stage.await("read ahead", () -> stage.stream.depth("default") == 2);
    stagedoor.queues().pause("default");

    stage.events.awaitMoved(second, Transition.HAND_BACK);
    Stage.await("settled", () -> stage.stream.depth("default") == 1);
    goOn.countDown();
    stage.events.await("the first is done", e -> isDone(e));
    assertThat(runs).hasValue(1);
    assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", second))
        .isEqualTo("due");

    stagedoor.queues().resume("default");
    stage.events.awaitMoved(second, Transition.COMPLETE);
    assertThat(runs).hasValue(2);
  }

  private static boolean isDone(JobEvent event) {
    return event instanceof JobEvent.Moved m && m.transition() == Transition.COMPLETE;
  }

  @Test
  void entriesThatLieOnTheStreamAreNotStarted() throws Exception {
    JobType<Stage.Word> other = JobType.of("other", Stage.Word.class).onQueue("other");
    Stagedoor relay = stage.relay();
    JobId job = stage.enqueue("a");
    Stage.await("published", () -> stage.stream.depth("default") == 1);
    relay.queues().pause("default");
    stage.start(b -> b.handle(Stage.WORK, run -> runs.incrementAndGet()).handle(other, run -> {}));
    JobId beside = stage.enqueue(other.job(new Stage.Word("b")));
    stage.events.awaitMoved(beside, Transition.COMPLETE);
    assertThat(runs).hasValue(0);
    assertThat(stage.number("SELECT attempt FROM stagedoor.outbox WHERE id = ?", job))
        .as("not even read, to be handed back")
        .isEqualTo(1);
    relay.queues().resume("default");
    stage.events.awaitMoved(job, Transition.COMPLETE);
    assertThat(runs).hasValue(1);
  }

  /** It has a slot already, and waits there until it may run alone. */
  @Test
  void whatIsAboutToStartIsHandedBackToo() throws Exception {
    Stagedoor relay = stage.relay();
    JobId suspect = stage.enqueue("suspect");
    Stage.await(
        "read by one who dies",
        () -> !stage.stream.read("default", "dead", 1, Duration.ofMillis(20)).isEmpty());
    stage.sql("UPDATE stagedoor.outbox SET crashes = 3, alone = true");
    stage.start(
        b ->
            b.concurrency(2)
                .handle(
                    Stage.WORK,
                    run -> {
                      runs.incrementAndGet();
                      goOn.await();
                    }));
    stage.enqueue("holds the other slot");
    stage.events.awaitMoved(suspect, Transition.REDELIVER);
    JobId third = stage.enqueue("waits for a slot");
    Stage.await("read ahead", () -> stage.stream.depth("default") == 3);
    relay.queues().pause("default");
    stage.events.awaitMoved(third, Transition.HAND_BACK);
    goOn.countDown();
    stage.events.awaitMoved(suspect, Transition.HAND_BACK);
    assertThat(runs).hasValue(1);
  }

  @Test
  void aJobDoesNotAgeWhileItsQueueIsPaused() throws Exception {
    stage.sql(
        "INSERT INTO stagedoor.queue_pauses VALUES ('default', now() - interval '19 h',"
            + " now() - interval '9 h'), ('other', now() - interval '8 h', now())",
        "INSERT INTO stagedoor.outbox (id, queue, type, payload, due_at, age_from)"
            + " SELECT stagedoor.new_job_id(), 'default', 'work', '{\"text\":\"' || h || '\"}',"
            + " now(), now() - h * interval '1 h' FROM unnest(ARRAY[16, 21]) h");
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  throw RetryLater.in(Duration.ofMinutes(30));
                },
                h ->
                    h.retry(
                        new RetryPolicy(
                            5, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofHours(10)))));
    stage.events.await("both have run", 2, e -> e instanceof JobEvent.RunReturned);
    Stage.await(
        "both are written", () -> stage.number("SELECT count(*) FROM stagedoor.job_runs") == 2);
    // 16 h old, of which 7 in the pause; 21 h old, of which 10 in it
    assertThat(stage.text("SELECT state FROM stagedoor.outbox WHERE payload LIKE '%16%'"))
        .isEqualTo("live");
    assertThat(stage.text("SELECT state FROM stagedoor.outbox WHERE payload LIKE '%21%'"))
        .isEqualTo("dead");
  }

  @Test
  void aLimitHoldsForAllProcessesTogether() throws Exception {
    AtomicInteger atOnce = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    stage.sql("INSERT INTO stagedoor.queues (queue, max_published) VALUES ('default', 2)");
    for (int i = 0; i < 2; i++) {
      stage.start(
          b ->
              b.handle(
                  Stage.WORK,
                  run -> {
                    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    Thread.yield();
                    atOnce.decrementAndGet();
                    runs.incrementAndGet();
                  }));
    }
    for (int i = 0; i < 40; i++) {
      stage.enqueue("j" + i);
    }
    Stage.await("all have run", () -> runs.get() == 40);
    assertThat(most.get()).isLessThanOrEqualTo(2);
  }
}
