package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.JobRows;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
      JobRows.Redelivered counted = reclaim(id);
      assertThat(counted.dead()).as("death %d", i).isFalse();
      assertThat(counted.crashes()).isEqualTo(i);
      assertThat(!counted.suspect() || rows.beginAlone(run(id, counted))).isTrue();
    }
    assertThat(reclaim(id).dead()).isTrue();
    assertThat(stage.text("SELECT state FROM stagedoor.outbox WHERE id = ?", id)).isEqualTo("dead");
    assertThat(rows.redeliver(id, 1, "dead-worker")).isEmpty();
  }

  private static RunRef run(JobId id, JobRows.Redelivered counted) {
    return new RunRef(id, "work", "default", 1, counted.run(), "worker", "1-1");
  }

  @Test
  void C44_aSuspectThatWaitsForItsTurnDiesOfNobodyElse() throws Exception {
    JobId id = stage.enqueue("a");
    for (int i = 1; i <= 3; i++) {
      reclaim(id);
    }
    for (int i = 1; i <= 10; i++) {
      assertThat(reclaim(id)).isEqualTo(new JobRows.Redelivered(3 + i, 3, true, false));
    }
  }

  @Test
  void C44_aSuspectDoesNotBeginWhereANewerRunWasCounted() throws Exception {
    JobId id = stage.enqueue("a");
    JobRows.Redelivered older = reclaim(id);
    JobRows.Redelivered newer = reclaim(id);
    assertThat(rows.beginAlone(run(id, older))).isFalse();
    assertThat(rows.beginAlone(run(id, newer))).isTrue();
  }

  @Test
  void anInnocentWithThreeDeathsThatIsNotAloneCountsNoMore() throws Exception {
    JobId id = stage.enqueue("a");
    stage.sql("UPDATE stagedoor.outbox SET crashes = 3, alone = false");
    assertThat(reclaim(id).crashes()).isEqualTo(3);
  }

  @Test
  void C44_aSuspectRunsWhenNothingElseDoes() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger besideSuspect = new AtomicInteger();
    CountDownLatch goOn = new CountDownLatch(1);
    stage.start(
        b ->
            b.handle(
                Stage.WORK,
                run -> {
                  now.incrementAndGet();
                  if (run.payload().text().equals("suspect")) {
                    besideSuspect.addAndGet(now.get() - 1);
                  } else {
                    goOn.await();
                  }
                  now.decrementAndGet();
                }));
    JobId one = stage.enqueue("one");
    JobId two = stage.enqueue("two");
    stage.events.await("both run", 2, e -> e instanceof JobEvent.RunStarted);
    JobId suspect = enqueueSuspect();
    stage.events.awaitMoved(suspect, Transition.REDELIVER);
    goOn.countDown();
    for (JobId id : List.of(one, two, suspect)) {
      stage.events.awaitMoved(id, Transition.COMPLETE);
    }
    assertThat(besideSuspect).hasValue(0);
  }

  /** One that killed three workers; published on a stream that is gone, so it is redelivered. */
  private JobId enqueueSuspect() throws SQLException {
    try (Connection tx = stage.database.getConnection()) {
      tx.setAutoCommit(false);
      JobId id = Outbox.on(stage.database).enqueue(tx, Stage.WORK, new Stage.Word("suspect")).id();
      try (PreparedStatement suspect =
          tx.prepareStatement(
              "UPDATE stagedoor.outbox SET crashes = 3, alone = true, mark_stream = 'gone',"
                  + " mark_epoch = 1, mark_entry = '1-1', marked_at = now() WHERE id = ?")) {
        suspect.setObject(1, id.value());
        suspect.executeUpdate();
      }
      tx.commit();
      return id;
    }
  }
}
