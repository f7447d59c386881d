package dev.stagedoor.history;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.rows;
import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.event.Events;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What is counted, and what is not lost by a database that is away for a while. */
class JobMinutesTest {
  private static final RunRef RUN =
      new RunRef(new JobId(new UUID(7, 7)), "counted", "q", 1, 0, "w", "1-0");

  private final DataSource database = FreshSchema.create();
  private final JobMinutes minutes =
      new JobMinutes(new JdbcTransactions(database, Events.none()), "w");

  private void started(JobEvent.Delivered how) {
    minutes.on(new JobEvent.RunStarted(RUN, how, null));
  }

  private void moved(Transition transition, String by) {
    minutes.on(new JobEvent.Moved(RUN.jobId(), "counted", transition, 1, 0, by, null));
  }

  /** Of all minutes: the test may run from one into the next. */
  private String sums() throws SQLException {
    return row(
        database,
        "SELECT sum(started), sum(again), sum(completed), sum(retried), sum(later), sum(dead),"
            + " sum(parked), sum(absorbed) FROM stagedoor.job_minutes WHERE type = 'counted'");
  }

  private String buckets(String column) throws SQLException {
    return row(
        database,
        "SELECT string_agg(n::text, ',' ORDER BY place) FROM (SELECT place, sum(n) AS n"
            + " FROM stagedoor.job_minutes, unnest("
            + column
            + ") WITH ORDINALITY AS u (n, place) GROUP BY place) b");
  }

  @Test
  void everythingIsCountedUnderItsName() throws SQLException {
    started(JobEvent.Delivered.FIRST);
    started(JobEvent.Delivered.RECLAIMED);
    started(JobEvent.Delivered.PUBLISHED_AGAIN);
    moved(Transition.RETRY, "w");
    moved(Transition.RETRY_LATER, "w");
    moved(Transition.RELEASE, "w");
    moved(Transition.HAND_BACK, "w");
    moved(Transition.DIE, "w");
    moved(Transition.PARK, "w");
    moved(Transition.COMPLETE, "w"); // told by an event of its own
    minutes.on(new JobEvent.Completed(RUN, Duration.ofMillis(7)));
    minutes.on(new JobEvent.Absorbed(RUN, Technique.JOB_ID, "count"));
    moved(Transition.ENQUEUE, "caller"); // not a run's
    moved(Transition.DIE, "another");
    minutes.runOnce();
    assertThat(sums()).isEqualTo("3|2|1|1|3|1|1|1");
  }

  @Test
  void durationsFallIntoBucketsAndAddUpOverSteps() throws SQLException {
    for (long millis : new long[] {0, 5, 6, 3_600_000, 3_600_001}) {
      minutes.on(new JobEvent.RunReturned(RUN, null, Duration.ofMillis(millis)));
      minutes.runOnce();
    }
    assertThat(buckets("took")).isEqualTo("2,1,0,0,0,0,0,0,0,0,0,0,0,0,1,1");
    assertThat(buckets("since_due")).isEqualTo("0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
    assertThat(rows(database, "SELECT unnest(stagedoor.bucket_bounds())"))
        .isEqualTo(Arrays.stream(Buckets.BOUNDS).mapToObj(Integer::toString).toList());
  }

  @Test
  void whatCouldNotBeAddedIsAddedAtTheNextStep() throws SQLException {
    run(database, "ALTER TABLE stagedoor.job_minutes RENAME TO elsewhere");
    started(JobEvent.Delivered.FIRST);
    assertThatThrownBy(minutes::runOnce).hasMessageContaining("job_minutes");
    started(JobEvent.Delivered.FIRST);
    run(database, "ALTER TABLE stagedoor.elsewhere RENAME TO job_minutes");
    minutes.runOnce();
    minutes.runOnce();
    assertThat(sums()).startsWith("2|");
  }
}
