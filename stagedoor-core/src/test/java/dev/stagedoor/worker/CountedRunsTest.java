package dev.stagedoor.worker;

import static dev.stagedoor.schema.FreshSchema.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.Transition;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a process leaves of its runs in {@code job_minutes}. */
final class CountedRunsTest {
  private final Stage stage = new Stage();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void aClosedProcessHasAddedAllThatItRan() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  switch (calls.incrementAndGet()) {
                    case 1 -> throw new IllegalStateException("a failure");
                    case 2 -> throw RetryLater.in(Duration.ofMillis(1));
                    case 3 -> {}
                    default -> throw DeadLetter.because("given up");
                  }
                }));
    JobId first = stage.enqueue("a");
    stage.events.awaitMoved(first, Transition.COMPLETE);
    JobId second = stage.enqueue("b");
    stage.events.awaitMoved(second, Transition.DIE);
    stage.close();
    assertThat(
            row(
                stage.database,
                "SELECT sum(started), sum(retried), sum(later), sum(completed), sum(dead),"
                    + " sum((SELECT sum(n) FROM unnest(took) n)),"
                    + " sum((SELECT sum(n) FROM unnest(since_due) n))"
                    + " FROM stagedoor.job_minutes WHERE type = 'work'"))
        .isEqualTo("4|1|1|1|1|4|1");
  }

  @Test
  void completionsTellHowLateTheyAreByTheDatabasesClock() throws Exception {
    JobId late = stage.enqueue("late");
    stage.sql("UPDATE stagedoor.outbox SET due_at = due_at - interval '1 hour'");
    stage.start(b -> b.handleOnce(Stage.WORK, (run, tx) -> {}));
    stage.events.awaitMoved(late, Transition.COMPLETE);
    stage.close();
    assertThat(stage.events.all())
        .anySatisfy(
            event -> {
              assertThat(event).isInstanceOf(JobEvent.Completed.class);
              assertThat(((JobEvent.Completed) event).sinceDue())
                  .isBetween(Duration.ofHours(1), Duration.ofMinutes(61));
            });
    assertThat(row(stage.database, "SELECT sum(since_due[16]) FROM stagedoor.job_minutes"))
        .isEqualTo("1");
  }
}
