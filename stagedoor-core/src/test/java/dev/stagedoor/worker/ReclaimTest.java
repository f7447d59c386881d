package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Delivered;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.Transition;
import dev.stagedoor.job.Windows;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which entries are taken over, when, and by whom. Nothing is swept meanwhile. */
final class ReclaimTest {
  private static final Windows PATIENT =
      Windows.STANDARD.dividedBy(3).withSweep(Duration.ofHours(1));

  private final Stage stage = new Stage();
  private final Frozen owner = new Frozen(stage.stream);
  private final SlowReclaimer reclaimer = new SlowReclaimer(stage.stream);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final CountDownLatch secondMayEnd = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    owner.thaw();
    reclaimer.mayGoOn.countDown();
    firstMayEnd.countDown();
    secondMayEnd.countDown();
    stage.close();
  }

  /** Stands still between what it took from the stream and what it writes in the row. */
  private static final class SlowReclaimer extends Shared {
    private final CountDownLatch took = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    SlowReclaimer(JobStream to) {
      super(to);
    }

    @Override
    public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
      List<Delivery> taken = super.reclaim(queue, consumer, idle, atMost);
      if (!taken.isEmpty()) {
        took.countDown();
        WorkerTest.awaitIgnoringInterrupts(mayGoOn);
      }
      return taken;
    }
  }

  private JobId reclaimedButNotCounted(boolean asksForLater) throws Exception {
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  runs.incrementAndGet();
                  WorkerTest.awaitIgnoringInterrupts(firstMayEnd);
                  if (asksForLater) {
                    throw RetryLater.in(Duration.ofMillis(1));
                  }
                }),
        owner);
    JobId id = stage.enqueue("a");
    stage.events.await("the owner's run", started(1));
    owner.freeze();
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  runs.incrementAndGet();
                  WorkerTest.awaitIgnoringInterrupts(secondMayEnd);
                }),
        reclaimer);
    assertThat(reclaimer.took.await(20, TimeUnit.SECONDS)).isTrue();
    firstMayEnd.countDown();
    return id;
  }

  private static Predicate<JobEvent> started(int attempt) {
    return e ->
        e instanceof JobEvent.RunStarted s
            && s.how() == Delivered.FIRST
            && s.run().attempt() == attempt;
  }

  private static Predicate<JobEvent> gone(int attempt) {
    return e ->
        e instanceof JobEvent.Absorbed a
            && a.run().attempt() == attempt
            && a.key().equals("job gone");
  }

  @Test
  void C08_aReclaimThatIsOldWhenItIsCountedFindsTheJobComplete() throws Exception {
    JobId id = reclaimedButNotCounted(false);
    stage.events.awaitMoved(id, Transition.COMPLETE);
    reclaimer.mayGoOn.countDown();
    stage.events.await("found nothing", gone(1));
    stage.awaitSettled("default");

    assertThat(runs).hasValue(1);
    assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", id))
        .isEqualTo("completed");
    assertThat(stage.events.count(Recorder.moved(id, Transition.REDELIVER))).isZero();
  }

  @Test
  void C08_aReclaimThatIsOldWhenItIsCountedLeavesTheNextAttemptAlone() throws Exception {
    JobId id = reclaimedButNotCounted(true);
    stage.events.awaitMoved(id, Transition.RETRY_LATER);
    stage.events.await("the next attempt", started(2));
    reclaimer.mayGoOn.countDown();
    stage.events.await("found nothing", gone(1));

    assertThat(stage.number("SELECT run + crashes FROM stagedoor.outbox WHERE id = ?", id))
        .isZero();
    secondMayEnd.countDown();
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(runs).hasValue(2);
    assertThat(stage.number("SELECT attempt FROM stagedoor.jobs WHERE id = ?", id)).isEqualTo(2);
  }

  private List<JobId> leavePending(int jobs) throws Exception {
    stage.relay();
    List<JobId> ids = new java.util.ArrayList<>();
    for (int job = 0; job < jobs; job++) {
      ids.add(stage.enqueue("job-" + job));
    }
    AtomicInteger read = new AtomicInteger();
    Stage.await(
        "read by one who dies",
        () ->
            read.addAndGet(stage.stream.read("default", "dead", jobs, Duration.ofMillis(20)).size())
                == jobs);
    return ids;
  }

  @Test
  void C10_whoDoesNotKnowTheTypeHandsItOnToWhoDoes() throws Exception {
    JobId id = leavePending(1).get(0);
    JobType<Stage.Word> render = JobType.of("render", Stage.Word.class);
    stage.start(b -> b.handle(render, run -> {}), owner);
    stage.events.awaitMoved(id, Transition.RELEASE);
    owner.freeze(); // or it might get it once more, and hand it on again

    stage.start(b -> b.handle(Stage.WORK, run -> runs.incrementAndGet()));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(runs).hasValue(1);
    assertThat(stage.events.count(Recorder.moved(id, Transition.DIE))).isZero();
  }

  @Test
  void C11_whatADeadOwnerHadIsSeenAndDoneWithinTheReclaimTimeAndTwoLooks() throws Exception {
    leavePending(50);
    long left = System.nanoTime();
    stage.sql("UPDATE stagedoor.outbox SET marked_at = marked_at - interval '91 days'");
    assertThat(
            stage.number(
                "SELECT extract(day FROM clock_timestamp() - min(marked_at)) FROM stagedoor.outbox"
                    + " WHERE state = 'live'"))
        .as("days for which the oldest has been in flight")
        .isEqualTo(91);

    stage.start(b -> b.handle(Stage.WORK, run -> runs.incrementAndGet()));
    Stage.await("all fifty", () -> runs.get() == 50);
    Duration look = Stage.SHORT.reclaim().dividedBy(4);
    assertThat(Duration.ofNanos(System.nanoTime() - left))
        .isLessThan(
            Stage.SHORT.reclaim().plus(look.multipliedBy(2)).plusSeconds(2)); // a busy machine
    Stage.await("all complete", () -> stage.number("SELECT count(*) FROM stagedoor.outbox") == 0);
  }

  @Test
  void C14_processesThatStartTakeNothingFromALivingOwner() throws Exception {
    stage.start(
        b ->
            b.windows(PATIENT)
                .handle(
                    Stage.WORK,
                    run -> {
                      runs.incrementAndGet();
                      WorkerTest.awaitIgnoringInterrupts(firstMayEnd);
                    },
                    h -> h.heartbeat(false))); // so that nothing but time protects it
    JobId id = stage.enqueue("a");
    stage.events.await("the run", started(1));
    Set<String> looked = ConcurrentHashMap.newKeySet();
    JobStream watched =
        new Shared(stage.stream) {
          @Override
          public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
            List<Delivery> taken = super.reclaim(queue, consumer, idle, atMost);
            looked.add(consumer);
            return taken;
          }
        };
    for (int process = 0; process < 10; process++) {
      stage.start(
          b -> b.windows(PATIENT).handle(Stage.WORK, run -> runs.incrementAndGet()), watched);
    }
    Stage.await("all have looked", () -> looked.size() == 10);
    firstMayEnd.countDown();
    stage.events.awaitMoved(id, Transition.COMPLETE);

    assertThat(runs).hasValue(1);
    assertThat(stage.events.count(Recorder.moved(id, Transition.REDELIVER))).isZero();
  }
}
