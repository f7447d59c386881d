package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Transition;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A unique key from the enqueue to the last run: no change is swallowed. */
final class AgainTest {
  private static final JobType<Stage.Word> CHILD = JobType.of("child", Stage.Word.class);
  private final Stage stage = new Stage();
  private final CountDownLatch read = new CountDownLatch(1);
  private final CountDownLatch changed = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();

  private static NewJob<?> job() {
    return Stage.WORK.job(new Stage.Word("a")).uniqueKey("copy");
  }

  @BeforeEach
  void tables() {
    stage.sql(
        "CREATE TABLE source (v integer)",
        "INSERT INTO source VALUES (1)",
        "CREATE TABLE target (v integer)",
        "INSERT INTO target VALUES (0)");
  }

  @AfterEach
  void close() {
    changed.countDown();
    stage.close();
  }

  private JobId changeWhileItRuns() throws Exception {
    JobId id = stage.enqueue(job());
    read.await();
    stage.sql("UPDATE source SET v = 2");
    assertThat(stage.enqueue(job())).isEqualTo(id);
    changed.countDown();
    stage.events.awaitMoved(id, Transition.COMPLETE_AGAIN);
    stage.events.awaitMoved(id, Transition.COMPLETE);
    return id;
  }

  private void readThenWait() throws InterruptedException {
    if (runs.incrementAndGet() == 1) {
      read.countDown();
      changed.await();
    }
  }

  @Test
  void aChangeWhileItRunsIsSeenByTheNextRound() throws Exception {
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  long seen = stage.number("SELECT v FROM source");
                  readThenWait();
                  run.once("copy", tx -> tx.update("UPDATE target SET v = ?", seen));
                }));
    JobId id = changeWhileItRuns();

    assertThat(stage.number("SELECT v FROM target")).isEqualTo(2);
    assertThat(runs).hasValue(2);
    assertThat(
            stage.text(
                "SELECT string_agg(step || ' ' || attempt, ',' ORDER BY step)"
                    + " FROM stagedoor.processed_jobs WHERE job_id = ?",
                id))
        .isEqualTo(" 2,copy 2");
  }

  @Test
  void theSameInHandleOnce() throws Exception {
    stage.start(
        b ->
            b.handleOnce(
                Stage.WORK,
                (run, tx) -> {
                  long seen = stage.number("SELECT v FROM source");
                  readThenWait();
                  tx.update("UPDATE target SET v = ?", seen);
                }));
    changeWhileItRuns();

    assertThat(stage.number("SELECT v FROM target")).isEqualTo(2);
    assertThat(runs).hasValue(2);
  }

  @Test
  void childrenOfTheNextRoundAreEnqueuedAnew() throws Exception {
    AtomicInteger children = new AtomicInteger();
    stage.start(
        b ->
            b.handle(
                    Stage.WORK,
                    run -> {
                      readThenWait();
                      run.transaction(tx -> tx.enqueue(CHILD, new Stage.Word("same")));
                    })
                .handle(CHILD, run -> children.incrementAndGet()));
    changeWhileItRuns();

    Stage.await("both children have run", () -> children.get() == 2);
    Stage.await("and are gone", () -> stage.number("SELECT count(*) FROM stagedoor.outbox") == 0);
  }
}
