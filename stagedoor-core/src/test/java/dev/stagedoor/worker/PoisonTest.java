package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.JobRows;
import dev.stagedoor.tx.JdbcTransactions;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs whose process dies: counted on the row, apart from failures, and alone in the end. */
final class PoisonTest {
  private final Stage stage = new Stage();
  private final JobRows rows = new JobRows(new JdbcTransactions(stage.database, stage.events));

  @AfterEach
  void close() {
    stage.close();
  }

  private JobRows.Redelivered reclaim(JobId id) throws Exception {
    return rows.redeliver(id, 1, "dead-worker").orElseThrow();
  }

  @Test
  void C24_deathsAreCountedApartFromFailuresAndTheThirdRunsAlone() throws Exception {
    JobId id = stage.enqueue("a");
    assertThat(reclaim(id)).isEqualTo(new JobRows.Redelivered(1, 1, false, false));
    assertThat(reclaim(id)).isEqualTo(new JobRows.Redelivered(2, 2, false, false));
    assertThat(reclaim(id)).isEqualTo(new JobRows.Redelivered(3, 3, true, false));
    assertThat(stage.number("SELECT failures FROM stagedoor.outbox WHERE id = ?", id)).isZero();
    assertThat(
            stage.number(
                "SELECT count(*) FROM stagedoor.job_runs WHERE job_id = ? AND outcome = 'killed'",
                id))
        .isEqualTo(3);
  }

  @Test
  void aDeliveryThatWasPublishedAgainIsNoDeath() throws Exception {
    JobId id = stage.enqueue("a");
    assertThat(rows.redeliver(id, 1, null)).contains(new JobRows.Redelivered(1, 0, false, false));
  }

  @Test
  void C44_theEighthDeathIsTheLast() throws Exception {
    JobId id = stage.enqueue("a");
    for (int i = 1; i <= 7; i++) {
      assertThat(reclaim(id).dead()).as("death %d", i).isFalse();
    }
    assertThat(reclaim(id).dead()).isTrue();
    assertThat(stage.text("SELECT state FROM stagedoor.outbox WHERE id = ?", id)).isEqualTo("dead");
    assertThat(rows.redeliver(id, 1, "dead-worker")).isEmpty();
  }

  @Test
  void anInnocentWithThreeDeathsThatIsNotAloneCountsNoMore() throws Exception {
    JobId id = stage.enqueue("a");
    stage.sql("UPDATE stagedoor.outbox SET crashes = 3, alone = false");
    assertThat(reclaim(id).crashes()).isEqualTo(3);
  }

  @Test
  void aSuspectRunsWhenNothingElseDoes() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger besideSuspect = new AtomicInteger();
    CyclicBarrier both = new CyclicBarrier(2);
    JobId suspect = stage.enqueue("suspect");
    JobId one = stage.enqueue("one");
    JobId two = stage.enqueue("two");
    stage.sql(
        "UPDATE stagedoor.outbox SET crashes = 3, alone = true, mark_stream = 'gone', mark_epoch = 1,"
            + " mark_entry = '1-1', marked_at = now() WHERE payload LIKE '%suspect%'");
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  now.incrementAndGet();
                  if (run.payload().text().equals("suspect")) {
                    besideSuspect.addAndGet(now.get() - 1);
                  } else {
                    both.await(20, TimeUnit.SECONDS); // two innocents do run side by side
                  }
                  now.decrementAndGet();
                }));
    for (JobId id : new JobId[] {suspect, one, two}) {
      stage.events.awaitMoved(id, Transition.COMPLETE);
    }
    assertThat(besideSuspect).hasValue(0);
  }
}
