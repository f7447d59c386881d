package dev.stagedoor.outbox;

import static dev.stagedoor.schema.FreshSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.JobsFixture;
import dev.stagedoor.effect.ProcessedJobs;
import dev.stagedoor.effect.ProcessedJobs.Begun;
import dev.stagedoor.event.Events;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.SideThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cancel against runs that stand inside their transaction. */
@Tag("race")
class InterventionsRaceTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private final Outbox outbox =
      new JdbcOutbox(
          new OutboxKit(JOBS.transactions(), JacksonCodec.STANDARD, Events.none(), Nudge.NONE));

  @Test
  void cancelWaitsForAHandleOnceThatThenCompletes() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection once = JOBS.begin()) {
      begin(once, run);
      SideThread<Cancelled> cancel = cancel(run);
      SideThread.awaitBlocked(JOBS.database());
      // with the row taken first by the cancel, this delete and its insert would deadlock
      assertThat(
              BoundStatement.update(once, "DELETE FROM stagedoor.outbox WHERE id = ?", run.jobId()))
          .isEqualTo(1);
      once.commit();
      assertThat(cancel.result()).isEqualTo(Cancelled.ALREADY_ENDED);
      assertThat(outcomes(run)).isEqualTo("[completed]");
    }
  }

  @Test
  void cancelWaitsForAHandleOnceThatThenFails() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection once = JOBS.begin()) {
      begin(once, run);
      SideThread<Cancelled> cancel = cancel(run);
      SideThread.awaitBlocked(JOBS.database());
      once.rollback();
      assertThat(cancel.result()).isEqualTo(Cancelled.MAY_BE_RUNNING);
      assertThat(begin(once, run)).isEqualTo(Begun.NOT_WANTED);
    }
  }

  @Test
  void aHandleOnceWaitsForACancelAndIsNotWanted() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection tx = JOBS.begin()) {
      outbox.cancel(tx, run.jobId());
      SideThread<Begun> once = SideThread.start(() -> JOBS.transactions().open(c -> begin(c, run)));
      SideThread.awaitBlocked(JOBS.database());
      tx.commit();
      assertThat(once.result()).isEqualTo(Begun.NOT_WANTED);
      assertThat(outcomes(run)).isEqualTo("[cancelled]");
    }
  }

  @Test
  void cancelTellsTheStateThatItsWaitForTheRowHasBrought() throws Exception {
    RunRef run = JOBS.liveRun();
    JOBS.rewrite(run, "due_at = now() + '1 h'");
    try (Connection relay = JOBS.begin()) {
      BoundStatement.update(
          relay,
          "UPDATE stagedoor.outbox SET due_at = now(), mark_stream = 's', mark_epoch = 1,"
              + " mark_entry = '1-0', marked_at = now() WHERE id = ?",
          run.jobId());
      SideThread<Cancelled> cancel = cancel(run);
      SideThread.awaitBlocked(JOBS.database());
      relay.commit();
      assertThat(cancel.result()).isEqualTo(Cancelled.MAY_BE_RUNNING);
    }
  }

  @Test
  void aRowThatIsGoneAfterTheWaitLeavesNoRecordOfACancel() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection other = JOBS.begin()) {
      BoundStatement.update(other, "DELETE FROM stagedoor.outbox WHERE id = ?", run.jobId());
      SideThread<Cancelled> cancel = cancel(run);
      SideThread.awaitBlocked(JOBS.database());
      other.commit();
      assertThat(cancel.result()).isEqualTo(Cancelled.NOT_FOUND);
      assertThat(outcomes(run)).isEqualTo("[]");
    }
  }

  @Test
  void ofTwoCancelsOneTellsWhatItFound() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection tx = JOBS.begin()) {
      assertThat(outbox.cancel(tx, run.jobId())).isEqualTo(Cancelled.MAY_BE_RUNNING);
      SideThread<Cancelled> second = cancel(run);
      SideThread.awaitBlocked(JOBS.database());
      tx.commit();
      assertThat(second.result()).isEqualTo(Cancelled.ALREADY_ENDED);
    }
  }

  private SideThread<Cancelled> cancel(RunRef run) {
    return SideThread.start(() -> JOBS.transactions().open(c -> outbox.cancel(c, run.jobId())));
  }

  private static Begun begin(Connection tx, RunRef run) throws SQLException {
    return ProcessedJobs.begin(tx, run, ProcessedJobs.COMPLETION, null, Duration.ZERO);
  }

  private static String outcomes(RunRef run) throws SQLException {
    return rows(
            JOBS.database(),
            "SELECT outcome FROM stagedoor.processed_jobs WHERE job_id = '" + run.jobId() + "'")
        .toString();
  }
}
