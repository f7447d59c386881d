package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What must come before what, and what must not be inside what. */
final class OrderTest {
  private static final EffectType MAIL = EffectType.of("mail");
  private final Stage stage = new Stage();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void theRowIsGoneBeforeTheEntryIsSettled() throws Exception {
    BlockingQueue<Boolean> goneAtSettle = new LinkedBlockingQueue<>();
    stage.start(
        b -> b.handle(Stage.WORK, run -> {}),
        new Shared(stage.stream) {
          @Override
          public void settle(String queue, Collection<EntryId> entries) {
            goneAtSettle.add(stage.number("SELECT count(*) FROM stagedoor.outbox") == 0);
            super.settle(queue, entries);
          }
        });
    stage.enqueue("a");

    assertThat(goneAtSettle.poll(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whoeverLosesTheEntryWhileItCountsTheRunDoesNotStartIt() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    JobId id = leaveAnEntryPending();
    stage.start(b -> b.handle(Stage.WORK, run -> runs.incrementAndGet()), robbed(stage.stream));

    stage.events.await("left", e -> e instanceof JobEvent.Fenced f && f.run().run() == 1);
    assertThat(runs).hasValue(0);
    assertThat(stage.isGone(id)).isFalse();
  }

  /**
   * Another consumer takes the entries over in the moment before the run is to start. Not before a
   * heartbeat, which would tell the run, too.
   */
  private static Shared robbed(JobStream to) {
    return new Shared(to) {
      @Override
      public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
        if (!Thread.currentThread().getName().contains("heartbeat")) {
          super.reclaim(queue, "robber", Duration.ZERO, 100);
        }
        return super.extend(queue, consumer, entries);
      }
    };
  }

  private JobId leaveAnEntryPending() throws Exception {
    stage.relay();
    JobId id = stage.enqueue("a");
    Stage.await(
        "read by one who dies",
        () -> !stage.stream.read("default", "dead", 1, Duration.ofMillis(20)).isEmpty());
    return id;
  }

  @Test
  void whileASuspectRunsNothingElseStarts() throws Exception {
    CountDownLatch another = new CountDownLatch(1);
    BlockingQueue<Boolean> startedBeside = new LinkedBlockingQueue<>();
    JobId suspect = leaveAnEntryPending();
    stage.sql("UPDATE stagedoor.outbox SET crashes = 3, alone = true");
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  if (run.jobId().equals(suspect)) {
                    stage.enqueue("another");
                    startedBeside.add(another.await(500, TimeUnit.MILLISECONDS));
                  } else {
                    another.countDown();
                  }
                }));

    assertThat(startedBeside.poll(20, TimeUnit.SECONDS)).isFalse();
    assertThat(another.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void noEffectAndNoOtherTransactionInsideATransaction() throws Exception {
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  switch (run.payload().text()) {
                    case "effect" -> run.transaction(tx -> run.effect(MAIL, 1));
                    case "once" -> run.once("a", tx -> run.once("b", other -> {}));
                    default -> run.once("a", tx -> run.transaction(other -> {}));
                  }
                },
                h -> h.effects(MAIL)));
    for (String what : List.of("effect", "once", "transaction")) {
      JobId id = stage.enqueue(what);
      stage.events.awaitMoved(id, Transition.RETRY);
      assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", id))
          .contains(what + " inside transaction or once: take it out of the callback");
    }
  }
}
