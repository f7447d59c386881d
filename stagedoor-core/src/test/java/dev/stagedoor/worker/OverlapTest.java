package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Delivered;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A slow owner of an entry and its new one, both at work. Nothing is swept meanwhile. */
final class OverlapTest {
  private static final EffectType MAIL = EffectType.of("tickets");
  private final Stage stage = new Stage();
  private final Frozen slow = new Frozen(stage.stream);
  private final Frozen next = new Frozen(stage.stream);
  private final CountDownLatch slowMayGoOn = new CountDownLatch(1);
  private final CountDownLatch nextMayGoOn = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();
  private final List<String> sent = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    slow.thaw(); // or closing it would wait in vain for its entries to be settled
    next.thaw();
    slowMayGoOn.countDown();
    nextMayGoOn.countDown();
    stage.close();
  }

  /** Counts, waits, sends: the first half is done before the wait, the other after it. */
  private void start(JobStream over, CountDownLatch mayGoOn) {
    handle(
        over,
        run -> {
          runs.incrementAndGet();
          run.once("count", tx -> tx.update("INSERT INTO counter VALUES ('tickets', 1)"));
          WorkerTest.awaitIgnoringInterrupts(mayGoOn);
          run.effect(MAIL, 4471).perform(key -> sent.add(key.value()));
        });
  }

  private void handle(JobStream over, JobHandler<Stage.Word> handler) {
    stage.start(b -> b.handle(Stage.WORK, handler, h -> h.effects(MAIL)), over);
  }

  private JobId slowOwnerLosesItsEntry() throws Exception {
    JobId id = stage.enqueue("a");
    stage.events.await("the slow owner's run", started(Delivered.FIRST));
    slow.freeze();
    return id;
  }

  private static Predicate<JobEvent> started(Delivered how) {
    return e -> e instanceof JobEvent.RunStarted s && s.how() == how;
  }

  private static Predicate<JobEvent> superseded() {
    return e -> e instanceof JobEvent.Interrupted i && i.why() == JobEvent.Why.SUPERSEDED;
  }

  private static Predicate<JobEvent> fenced(int run) {
    return e -> e instanceof JobEvent.Fenced f && f.run().run() == run;
  }

  private void everythingHappenedOnce(JobId id) {
    assertThat(runs).hasValue(2);
    assertThat(sent).containsExactly("tickets-4471");
    assertThat(stage.counter("tickets")).isEqualTo(1);
    assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", id))
        .isEqualTo("completed");
    assertThat(stage.stream.depth("default")).isZero();
  }

  @Test
  void C01_aSlowOwnerIsToldThatItHasLostTheEntryAndDoesNothingMore() throws Exception {
    start(slow, slowMayGoOn);
    JobId id = slowOwnerLosesItsEntry();
    start(stage.stream, new CountDownLatch(0));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    slow.thaw();
    stage.events.await("told", superseded());
    slowMayGoOn.countDown();
    stage.events.await("left alone", fenced(0));

    everythingHappenedOnce(id);
    assertThat(stage.events.count(superseded())).isEqualTo(1);
  }

  @Test
  void C01_aSlowOwnerThatEndsBeforeItIsToldSettlesLateWithoutAnError() throws Exception {
    start(slow, slowMayGoOn);
    JobId id = slowOwnerLosesItsEntry();
    start(stage.stream, new CountDownLatch(0));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    stage.awaitSettled("default");
    slowMayGoOn.countDown();
    stage.events.await("both are back", 2, e -> e instanceof JobEvent.RunReturned);
    slow.thaw();
    stage.events.await("both have settled", 2, e -> e instanceof JobEvent.Settled);

    everythingHappenedOnce(id);
  }

  @Test
  void C46_aSlowOwnerThatFailsSettlesNothingAndTheJobOutlivesItsNewOwnerToo() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    List<EntryId> settled = new CopyOnWriteArrayList<>();
    handle(
        watched(slow, reads, settled),
        run -> {
          WorkerTest.awaitIgnoringInterrupts(slowMayGoOn);
          throw RetryLater.in(Duration.ofHours(1));
        });
    JobId id = slowOwnerLosesItsEntry();
    handle(next, run -> WorkerTest.awaitIgnoringInterrupts(nextMayGoOn));
    stage.events.await("the new owner's run", started(Delivered.RECLAIMED));
    slowMayGoOn.countDown();
    stage.events.await(
        "the slow owner is back", e -> e instanceof JobEvent.RunReturned r && r.run().run() == 0);
    slow.thaw();
    stage.events.await("the slow owner's outcome is fenced", fenced(0));
    int before = reads.get();
    Stage.await("some rounds of its loops", () -> reads.get() > before + 10);
    assertThat(settled).isEmpty();
    assertThat(stage.stream.depth("default")).as("entries").isEqualTo(1);

    next.freeze(); // dies
    slow.freeze(); // it knows no better, and would reclaim
    start(stage.stream, new CountDownLatch(0));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    stage.awaitSettled("default");
    assertThat(sent).containsExactly("tickets-4471");
    assertThat(stage.events.count(Recorder.moved(id, Transition.RETRY_LATER))).isZero();
  }

  private static JobStream watched(JobStream to, AtomicInteger reads, List<EntryId> settled) {
    return new Shared(to) {
      @Override
      public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
        reads.incrementAndGet();
        return super.read(queue, consumer, atMost, block);
      }

      @Override
      public void settle(String queue, Collection<EntryId> entries) {
        settled.addAll(entries);
        super.settle(queue, entries);
      }
    };
  }
}
