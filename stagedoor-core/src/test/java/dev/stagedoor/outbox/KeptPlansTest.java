package dev.stagedoor.outbox;

import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.JobsFixture;
import dev.stagedoor.effect.ProcessedJobs;
import dev.stagedoor.event.RunRef;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A connection keeps the plans of its statements. Those that were made while the outbox was empty
 * and vacuumed, and a scan of all of it looked cheapest, must not be those that meet a burst.
 */
class KeptPlansTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final int UNTIL_KEPT = 12;

  private interface Work {
    void in(Connection tx, RunRef run) throws SQLException;
  }

  @BeforeEach
  void vacuum() throws SQLException {
    run(JOBS.database(), "VACUUM ANALYZE stagedoor.outbox");
  }

  /** Scans of the whole outbox by work that is done so often that its plans are kept. */
  private static long scansOf(Work work) throws SQLException {
    RunRef job = JOBS.liveRun();
    try (Connection tx = JOBS.begin()) {
      long scans = 0;
      for (int i = 0; i < UNTIL_KEPT; i++) {
        work.in(tx, job);
        scans = scans(tx);
        tx.rollback();
      }
      return scans;
    }
  }

  private static long scans(Connection tx) throws SQLException {
    try (Statement s = tx.createStatement();
        ResultSet r =
            s.executeQuery(
                """
                SELECT seq_scan FROM pg_stat_xact_user_tables
                 WHERE schemaname = 'stagedoor' AND relname = 'outbox'""")) {
      r.next();
      return r.getLong(1);
    }
  }

  @Test
  void aPlainStatementWouldScan() throws SQLException {
    assertThat(
            scansOf(
                (tx, job) -> {
                  try (Statement s = tx.createStatement()) {
                    s.execute("SELECT FROM stagedoor.outbox WHERE id = '" + job.jobId() + "'");
                  }
                }))
        .isPositive();
  }

  @Test
  void aHandleOnceScansNothing() throws SQLException {
    assertThat(
            scansOf(
                (tx, job) -> {
                  assertThat(ProcessedJobs.begin(tx, job, "", null, Duration.ZERO))
                      .isEqualTo(ProcessedJobs.Begun.FRESH);
                  assertThat(Finished.inOwnTransaction(tx, job).how()).isEqualTo(Finished.How.GONE);
                }))
        .isZero();
  }

  @Test
  void aRunsQuestionWhetherItIsWantedScansNothing() throws SQLException {
    assertThat(scansOf((tx, job) -> assertThat(ProcessedJobs.wanted(tx, job)).isTrue())).isZero();
  }
}
