package dev.stagedoor.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.ProcessedJobs.Begun;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.Retrying;
import dev.stagedoor.tx.SideThread;
import dev.stagedoor.tx.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two runs of one job at once: one holds its transaction open, the other comes to the same step.
 */
@Tag("race")
class ProcessedJobsRaceTest {
  private static final JobsFixture JOBS = new JobsFixture();

  @Test
  void theTwinWaitsAndIsAbsorbedOnceTheFirstHasCommitted() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection first = JOBS.begin()) {
      assertThat(begin(first, run, "count")).isEqualTo(Begun.FRESH);
      SideThread<Begun> twin = twin(run, "count");
      SideThread.awaitBlocked(JOBS.database());
      first.commit();
      assertThat(twin.result()).isEqualTo(Begun.APPLIED_BEFORE);
    }
  }

  @Test
  void C58_theTwinDoesTheWorkIfTheFirstRollsBack() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection first = JOBS.begin()) {
      begin(first, run, "count");
      SideThread<Begun> twin = twin(run, "count");
      SideThread.awaitBlocked(JOBS.database());
      first.rollback();
      assertThat(twin.result()).isEqualTo(Begun.FRESH);
    }
  }

  @Test
  void theTwinOfAHandleOnceIsAbsorbedByItsCompletion() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection first = JOBS.begin()) {
      begin(first, run, ProcessedJobs.COMPLETION);
      SideThread<Begun> twin = twin(run, ProcessedJobs.COMPLETION);
      SideThread.awaitBlocked(JOBS.database());
      BoundStatement.update(first, "DELETE FROM stagedoor.outbox WHERE id = ?", run.jobId());
      first.commit();
      assertThat(twin.result()).isEqualTo(Begun.APPLIED_BEFORE);
    }
  }

  @Test
  void aJobCancelledWhileTheTwinWaitedIsNotWanted() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection first = JOBS.begin()) {
      begin(first, run, "count");
      SideThread<Begun> twin = twin(run, "count");
      SideThread.awaitBlocked(JOBS.database());
      JOBS.complete(run); // the row is gone, and the first run's record with it
      first.rollback();
      assertThat(twin.result()).isEqualTo(Begun.NOT_WANTED);
    }
  }

  @Test
  void C58_underRepeatableReadTheTwinIsToldToTryAgain() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection first = JOBS.begin()) {
      begin(first, run, "count");
      SideThread<Begun> twin =
          SideThread.start(
              () ->
                  Retrying.<Begun, SQLException>open(
                      JOBS.transactions(),
                      c -> {
                        BoundStatement.update(c, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
                        return begin(c, JobsFixture.twin(run), "count");
                      }));
      SideThread.awaitBlocked(JOBS.database());
      first.commit();
      assertThat(twin.result()).isEqualTo(Begun.APPLIED_BEFORE);
    }
  }

  @Test
  void aStoppedProcessHoldsItsTwinOnlyUntilTheIdleLimit() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection first = JOBS.begin()) {
      run(first, "SET idle_in_transaction_session_timeout = '200ms'");
      first.commit();
      begin(first, run, "count"); // and nothing more, as if stopped
      assertThat(twin(run, "count").result()).isEqualTo(Begun.FRESH);
      assertThatThrownBy(first::commit)
          .satisfies(e -> assertThat(SqlStates.connectionLost(e)).isTrue());
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    BoundStatement.update(connection, sql);
  }

  private static SideThread<Begun> twin(RunRef run, String step) {
    return SideThread.start(
        () -> JOBS.transactions().open(c -> begin(c, JobsFixture.twin(run), step)));
  }

  private static Begun begin(Connection tx, RunRef run, String step) throws SQLException {
    return ProcessedJobs.begin(tx, run, step, null, Duration.ZERO);
  }
}
