package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamEntry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries whose bytes are not what was published: the row is the truth. */
final class DamagedEntryTest {
  private final Stage stage = new Stage();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void C43_aPayloadThatTheEntryLostIsReadFromTheRow() throws Exception {
    for (String damaged : new String[] {"{broken", null}) {
      BlockingQueue<String> seen = new LinkedBlockingQueue<>();
      try (var reading =
          stage.start(
              b -> b.handle(Stage.WORK, run -> seen.add(run.payload().text())),
              read(entry -> withPayload(entry, damaged)))) {
        JobId id = stage.enqueue("as enqueued");

        assertThat(seen.poll(20, TimeUnit.SECONDS)).isEqualTo("as enqueued");
        stage.events.awaitMoved(id, Transition.COMPLETE);
        assertThat(reading).isNotNull();
      }
    }
  }

  @Test
  void C43_aRowThatCannotBeReadEitherIsDeadAndNamesItsPayload() throws Exception {
    stage.start(b -> b.handle(Stage.WORK, run -> {}));
    JobId id = stage.enqueue(JobType.of("work", String.class).job("no object"));

    stage.events.awaitMoved(id, Transition.DIE);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", id))
        .contains("PayloadUnreadable");
  }

  @Test
  void C43_anEntryWithoutAReadableIdIsSettledAndItsRowStays() throws Exception {
    stage.start(b -> b.handle(Stage.WORK, run -> {}), read(entry -> null));
    JobId id = stage.enqueue("a");

    stage.events.await("told", e -> e instanceof JobEvent.UnreadableEntry);
    stage.awaitSettled("default");
    Stage.await( // it may be read before its mark has committed
        "the row is published",
        () -> "published".equals(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", id)));
  }

  private JobStream read(UnaryOperator<@Nullable StreamEntry> damage) {
    return new Shared(stage.stream) {
      @Override
      public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
        return super.read(queue, consumer, atMost, block).stream()
            .map(d -> new Delivery(d.entryId(), damage.apply(d.entry()), d.reclaimedFrom()))
            .toList();
      }
    };
  }

  private static @Nullable StreamEntry withPayload(
      @Nullable StreamEntry of, @Nullable String payload) {
    return of == null
        ? null
        : new StreamEntry(
            of.jobId(),
            of.queue(),
            of.type(),
            of.attempt(),
            of.round(),
            of.again(),
            payload,
            of.tick(),
            of.requestId(),
            of.traceparent());
  }
}
