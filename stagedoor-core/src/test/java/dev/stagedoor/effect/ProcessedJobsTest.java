package dev.stagedoor.effect;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.rows;
import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.ProcessedJobs.Begun;
import dev.stagedoor.event.RunRef;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessedJobsTest {
  private static final JobsFixture JOBS = new JobsFixture();

  @Test
  void theFirstRunIsFreshAndTheSecondFindsItsRecord() throws SQLException {
    RunRef run = JOBS.liveRun();
    assertThat(begin(run, "count")).isEqualTo(Begun.FRESH);
    assertThat(begin(JobsFixture.twin(run), "count")).isEqualTo(Begun.APPLIED_BEFORE);
    assertThat(begin(JobsFixture.twin(run), "another step")).isEqualTo(Begun.FRESH);
  }

  @Test
  void theRecordSaysWhoAppliedItAndWhen() throws SQLException {
    RunRef run = JOBS.liveRun();
    begin(run, "count");
    assertThat(
            row(
                JOBS.database(),
                "SELECT step, type, queue, outcome, attempt, run, worker, request_id,"
                    + " ended_at - started_at BETWEEN '2 s' AND '3 s'"
                    + " FROM stagedoor.processed_jobs WHERE job_id = '"
                    + run.jobId()
                    + "'"))
        .isEqualTo("count|send_tickets|default|applied|1|0|worker-1|req-7|t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attempt = attempt + 1",
        "state = 'dead', stuck_at = now()",
        "state = 'parked', stuck_at = now()"
      })
  void aJobThatIsNewerOrNotLiveIsNotWanted(String change) throws SQLException {
    RunRef run = JOBS.liveRun();
    JOBS.rewrite(run, change);
    assertThat(begin(run, "count")).isEqualTo(Begun.NOT_WANTED);
    assertThat(begin(run, ProcessedJobs.COMPLETION)).isEqualTo(Begun.NOT_WANTED);
    assertThat(wanted(run)).isFalse();
    assertThat(records(run)).isEqualTo("0");
  }

  @Test
  void C25_aJobWhoseRowIsGoneIsNotWantedWhateverHistoryKnows() throws SQLException {
    RunRef run = JOBS.liveRun();
    JOBS.complete(run);
    assertThat(begin(run, "count")).isEqualTo(Begun.NOT_WANTED);
    assertThat(wanted(run)).isFalse();
    assertThat(records(run)).isEqualTo("0");
  }

  @Test
  void aCancelledJobIsNotTakenForACompletedOne() throws SQLException {
    RunRef run = JOBS.liveRun();
    begin(run, ProcessedJobs.COMPLETION);
    JOBS.complete(run);
    assertThat(begin(run, ProcessedJobs.COMPLETION)).isEqualTo(Begun.APPLIED_BEFORE);
    run(
        JOBS.database(),
        "UPDATE stagedoor.processed_jobs SET outcome = 'cancelled' WHERE job_id = '"
            + run.jobId()
            + "'");
    assertThat(begin(run, ProcessedJobs.COMPLETION)).isEqualTo(Begun.NOT_WANTED);
  }

  @Test
  void aLiveJobIsWanted() throws SQLException {
    RunRef run = JOBS.liveRun();
    begin(run, "count");
    assertThat(wanted(run)).isTrue();
  }

  @Test
  void bothSetTheIdleLimitInTheirRoundTrip() throws SQLException {
    RunRef run = JOBS.liveRun();
    try (Connection tx = JOBS.begin()) {
      ProcessedJobs.begin(tx, run, "count", null, Duration.ZERO);
      assertThat(idleLimit(tx)).isEqualTo("30s");
      tx.rollback();
      assertThat(idleLimit(tx)).isEqualTo("0");
      ProcessedJobs.wanted(tx, run);
      assertThat(idleLimit(tx)).isEqualTo("30s");
      tx.rollback();
      execute(tx, "SET idle_in_transaction_session_timeout = '7s'");
      ProcessedJobs.begin(tx, run, "count", null, Duration.ZERO);
      assertThat(idleLimit(tx)).isEqualTo("7s");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"count", "Zähle 山田 😀", "x", "enqueued"})
  void aPrintableNameIsAStep(String step) {
    assertThat(ProcessedJobs.requireStep(step)).isSameAs(step);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\0b", "a\nb", "Eva\ud83d", "enqueue 7"})
  void anythingElseIsNot(String step) {
    assertThatThrownBy(() -> ProcessedJobs.requireStep(step))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProcessedJobs.requireStep("x".repeat(101)))
        .hasMessageContaining("101 characters: give 1 to 100");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Begun begin(RunRef run, String step) throws SQLException {
    try (Connection tx = JOBS.begin()) {
      Begun begun = ProcessedJobs.begin(tx, run, step, "req-7", Duration.ofMillis(2_500));
      if (begun == Begun.NOT_WANTED) {
        tx.rollback();
      } else {
        tx.commit();
      }
      return begun;
    }
  }

  private static boolean wanted(RunRef run) throws SQLException {
    try (Connection tx = JOBS.begin()) {
      return ProcessedJobs.wanted(tx, run);
    }
  }

  private static String records(RunRef run) throws SQLException {
    return row(
        JOBS.database(),
        "SELECT count(*) FROM stagedoor.processed_jobs WHERE job_id = '" + run.jobId() + "'");
  }

  private static String idleLimit(Connection tx) throws SQLException {
    return rows(tx, "SHOW idle_in_transaction_session_timeout").get(0);
  }
}
