package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.EntryId;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs that are due later wait in the outbox, and nowhere else. */
final class DelayTest {
  private final Stage stage = new Stage();

  @AfterEach
  void close() {
    stage.close();
  }

  /** The reclaim time passes three times before it is due. */
  @Test
  void C03_aJobThatIsDueLaterIsPublishedWhenItIsDueAndRunOnce() throws Exception {
    BlockingQueue<Long> lateMillis = new LinkedBlockingQueue<>();
    AtomicInteger runs = new AtomicInteger();
    for (int worker = 0; worker < 4; worker++) {
      stage.start(
          b ->
              b.listener(
                      e -> {
                        if (e instanceof JobEvent.Published published) {
                          lateMillis.add(late(published.jobId()));
                        }
                      })
                  .handle(Stage.WORK, run -> runs.incrementAndGet()));
    }
    JobId id = stage.enqueue(Stage.WORK.job(new Stage.Word("a")).dueIn(Duration.ofSeconds(2)));
    assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", id))
        .isEqualTo("waiting");
    stage.events.awaitMoved(id, Transition.COMPLETE);
    stage.awaitSettled("default");

    assertThat(lateMillis).as("published once").singleElement().satisfies(this::isNotEarly);
    assertThat(runs).hasValue(1);
  }

  private long late(JobId id) {
    return stage.number(
        "SELECT 1000 * extract(epoch FROM clock_timestamp() - due_at) FROM stagedoor.outbox"
            + " WHERE id = ?",
        id);
  }

  private void isNotEarly(long millis) {
    assertThat(millis).isNotNegative();
  }

  @Test
  void C03_whatIsTriedLaterIsSettledOnceItsRowSaysSo() throws Exception {
    BlockingQueue<Long> inRow = new LinkedBlockingQueue<>();
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  throw RetryLater.in(Duration.ofSeconds(120));
                }),
        new Shared(stage.stream) {
          @Override
          public void settle(String queue, Collection<EntryId> entries) {
            inRow.add(
                stage.number(
                    "SELECT count(*) FROM stagedoor.outbox WHERE attempt = 2"
                        + " AND mark_stream IS NULL"
                        + " AND due_at > clock_timestamp() + interval '90 s'"));
            super.settle(queue, entries);
          }
        });
    stage.enqueue("a");

    assertThat(inRow.poll(20, TimeUnit.SECONDS)).isEqualTo(1);
    stage.awaitSettled("default");
  }
}
