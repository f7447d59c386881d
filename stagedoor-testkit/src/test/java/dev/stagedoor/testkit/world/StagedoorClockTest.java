package dev.stagedoor.testkit.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.job.RunNow;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stagedoor's own schema under a moved clock. */
class StagedoorClockTest {
  private static final JobType<NoPayload> MAIL = JobType.of("mail");
  private final DataSource database = TestServers.freshDatabase();
  private DatabaseClock clock;
  private DataSource moved;

  @BeforeEach
  void install() throws SQLException {
    clock = DatabaseClock.in(database);
    moved = clock.over(database);
  }

  @ParameterizedTest(name = "migrated through the clock: {0}")
  @ValueSource(booleans = {true, false})
  void aWaitingRowBecomesDueAndAClaimGoesStale(boolean through) throws SQLException {
    Migrations.migrate(new JdbcTransactions(through ? moved : database, Events.none()));
    clock = DatabaseClock.in(database);
    moved = clock.over(database);
    JobId job =
        Outbox.on(moved).enqueueAlone(MAIL.job(NoPayload.VALUE).dueIn(Duration.ofHours(1))).id();
    query(
        "INSERT INTO stagedoor.effects (kind, subject, job_id, attempt, run, worker, claimed_at,"
            + " first_tried_at) SELECT 'mail', '1', id, 1, 0, 'w', clock_timestamp(),"
            + " clock_timestamp() FROM stagedoor.outbox RETURNING 1");
    String stale =
        "SELECT claimed_at < clock_timestamp() - interval '2 min' FROM stagedoor.effects";
    assertThat(query("SELECT state FROM stagedoor.jobs")).isEqualTo("waiting");
    assertThat(query(stale)).isEqualTo("f");

    clock.advance(Duration.ofMinutes(61));

    assertThat(query("SELECT state FROM stagedoor.jobs")).isEqualTo("due");
    assertThat(query(stale)).isEqualTo("t");
    try (Connection connection = moved.getConnection()) {
      connection.setAutoCommit(false);
      assertThat(Outbox.on(moved).runNow(connection, job)).isEqualTo(RunNow.NOT_WAITING);
      connection.rollback();
    }
    JobId later = Outbox.on(moved).enqueueAlone(MAIL.job(NoPayload.VALUE)).id();
    assertThat(later.value().compareTo(job.value())).as("the time in an id").isPositive();
    assertThat(query("SELECT max(created_at) - min(created_at) > '1 h' FROM stagedoor.outbox"))
        .isEqualTo("t");
  }

  private String query(String sql) throws SQLException {
    try (Connection connection = moved.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
