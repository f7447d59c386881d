package dev.stagedoor.outbox;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.JobsFixture;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.job.RunNow;
import dev.stagedoor.job.Transition;
import dev.stagedoor.tx.NoTransactionException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterventionsTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final JobId NOBODY =
      new JobId(UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057"));
  private static final String MARK =
      "mark_stream = 's', mark_epoch = 1, mark_entry = '1-0', marked_at = now()";
  private final List<JobEvent> events = new ArrayList<>();
  private final List<String> nudges = new ArrayList<>();
  private final Outbox outbox =
      new JdbcOutbox(
          new OutboxKit(
              JOBS.transactions(),
              JacksonCodec.STANDARD,
              events::add,
              JdbcOutboxTest.recording(nudges)));

  @Test
  void aJobThatWasNeverDueWillNotRun() throws SQLException {
    RunRef run = JOBS.liveRun();
    JOBS.rewrite(run, "due_at = now() + '1 h'");
    assertThat(cancel(run.jobId())).isEqualTo(Cancelled.WILL_NOT_RUN);
    assertThat(events)
        .containsExactly(
            new JobEvent.Moved(run.jobId(), run.type(), Transition.CANCEL, 1, 0, "caller", null));
    assertThat(
            row(
                JOBS.database(),
                "SELECT step, outcome, type, queue, attempt, request_id"
                    + " FROM stagedoor.processed_jobs WHERE job_id = '"
                    + run.jobId()
                    + "'"))
        .isEqualTo("|cancelled|send_tickets|default|1|req-7");
    assertThat(cancel(run.jobId())).isEqualTo(Cancelled.ALREADY_ENDED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "due_at = now()",
        "due_at = now() + '1 h', attempt = 2",
        "due_at = now() + '1 h', run = 1",
        "due_at = now() + '1 h', " + MARK,
        "due_at = now() + '1 h', state = 'dead', stuck_at = now()",
        "state = 'parked', stuck_at = now()"
      })
  void aJobThatWasDueMayBeRunning(String change) throws SQLException {
    RunRef run = JOBS.liveRun();
    JOBS.rewrite(run, change);
    assertThat(cancel(run.jobId())).isEqualTo(Cancelled.MAY_BE_RUNNING);
    assertThat(
            rows(
                JOBS.database(), "SELECT 1 FROM stagedoor.outbox WHERE id = '" + run.jobId() + "'"))
        .isEmpty();
  }

  @Test
  void whatIsNotThereIsNotFoundAndLeavesNoRecord() throws SQLException {
    assertThat(cancel(NOBODY)).isEqualTo(Cancelled.NOT_FOUND);
    assertThat(events).isEmpty();
    assertThat(
            rows(
                JOBS.database(),
                "SELECT 1 FROM stagedoor.processed_jobs WHERE job_id = '" + NOBODY + "'"))
        .isEmpty();
  }

  @Test
  void aCancelThatIsRolledBackLeavesTheJob() throws SQLException {
    RunRef run = JOBS.liveRun();
    try (Connection tx = JOBS.begin()) {
      assertThat(outbox.cancel(tx, run.jobId())).isEqualTo(Cancelled.MAY_BE_RUNNING);
      tx.rollback();
    }
    assertThat(of(run, "state")).isEqualTo("live");
    assertThat(cancel(run.jobId())).isEqualTo(Cancelled.MAY_BE_RUNNING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dead", "parked"})
  void redriveMakesAStuckJobDueAsANewAttempt(String state) throws SQLException {
    RunRef run = JOBS.liveRun();
    JOBS.rewrite(
        run,
        "state = '"
            + state
            + "', stuck_at = now(), attempt = 5, run = 3, failures = 12, crashes = 4, alone = true,"
            + " due_at = now() - '2 d'::interval, age_from = now() - '2 d'::interval, "
            + MARK);
    assertThat(redrive(run.jobId())).isEqualTo(Redriven.DUE);
    assertThat(
            of(
                run,
                "state, attempt, run, failures, crashes, alone, mark_stream, stuck_at,"
                    + " due_at > now() - '1 min'::interval, age_from > now() - '1 min'::interval"))
        .isEqualTo("live|6|0|0|0|f|||t|t");
    assertThat(events)
        .containsExactly(
            new JobEvent.Moved(run.jobId(), run.type(), Transition.REDRIVE, 5, 0, "caller", null));
    assertThat(nudges).containsExactly("written");
    assertThat(redrive(run.jobId())).isEqualTo(Redriven.NOT_STUCK);
    assertThat(redrive(NOBODY)).isEqualTo(Redriven.NOT_FOUND);
  }

  @Test
  void runNowIsForWaitingJobsOnly() throws SQLException {
    RunRef run = JOBS.liveRun();
    assertThat(runNow(run.jobId())).isEqualTo(RunNow.NOT_WAITING);
    JOBS.rewrite(run, "due_at = now() + '1 h', age_from = now() + '1 h'");
    assertThat(runNow(run.jobId())).isEqualTo(RunNow.DUE);
    assertThat(of(run, "due_at <= clock_timestamp() AND age_from <= due_at, attempt"))
        .isEqualTo("t|1");
    JOBS.rewrite(run, "state = 'dead', stuck_at = now(), due_at = now() + '1 h'");
    assertThat(runNow(run.jobId())).isEqualTo(RunNow.NOT_FOUND);
  }

  @Test
  void autoCommitIsRefusedByAll() throws SQLException {
    try (Connection connection = JOBS.database().getConnection()) {
      assertThatThrownBy(() -> outbox.cancel(connection, NOBODY))
          .isInstanceOf(NoTransactionException.class);
      assertThatThrownBy(() -> outbox.redrive(connection, NOBODY))
          .isInstanceOf(NoTransactionException.class);
      assertThatThrownBy(() -> outbox.runNow(connection, NOBODY))
          .isInstanceOf(NoTransactionException.class);
    }
  }

  private Cancelled cancel(JobId id) throws SQLException {
    return JOBS.transactions().open(c -> outbox.cancel(c, id));
  }

  private Redriven redrive(JobId id) throws SQLException {
    return JOBS.transactions().open(c -> outbox.redrive(c, id));
  }

  private RunNow runNow(JobId id) throws SQLException {
    return JOBS.transactions().open(c -> outbox.runNow(c, id));
  }

  private static String of(RunRef run, String columns) throws SQLException {
    return row(
        JOBS.database(),
        "SELECT " + columns + " FROM stagedoor.outbox WHERE id = '" + run.jobId() + "'");
  }
}
