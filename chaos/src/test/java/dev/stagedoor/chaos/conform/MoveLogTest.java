package dev.stagedoor.chaos.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.chaos.work.Producer;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which writes of a row are transitions, by their shape, and which are none. */
final class MoveLogTest {
  private static final JobType<String> TYPE = JobType.of("work", String.class);
  private DataSource database;
  private JobId job;

  @BeforeEach
  void enqueue() throws SQLException {
    database = TestServers.freshDatabase();
    Migrations.migrate(new JdbcTransactions(database, Events.none()));
    Producer.prepare(database);
    MoveLog.on(database);
    job = Outbox.on(database).enqueueAlone(TYPE.job("a")).id();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUBLISH     | mark_stream = 's', mark_epoch = 1, mark_entry = '1-1', marked_at = now()",
        "RUN_NOW     | due_at = due_at - interval '1 s'",
        "REDELIVER   | run = run + 1",
        "REDELIVER   | run = run + 1, crashes = crashes + 1",
        "DIE         | run = run + 1, crashes = 1, state = 'dead', stuck_at = now()",
        "RETRY       | attempt = attempt + 1, failures = failures + 1, due_at = now()",
        "RETRY_LATER | attempt = attempt + 1, due_at = now()",
        "COMPLETE_AGAIN | attempt = attempt + 1, round = round + 1, due_at = now()",
        "PARK        | state = 'parked', stuck_at = now()",
        "DIE         | state = 'dead', stuck_at = now(), failures = failures + 1",
      })
  void isNamedByItsShape(String name, String write) throws SQLException {
    execute("UPDATE stagedoor.outbox SET " + write);

    assertThat(MoveLog.strange(database)).isEmpty();
    assertThat(MoveLog.seen(database)).isEqualTo(Map.of("ENQUEUE", 1L, name, 1L));
    assertThat(Arrays.stream(Transition.values()).map(Enum::name)).contains(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attempt = attempt + 2",
        "attempt = attempt - 1 + 0, failures = 1",
        "failures = failures + 1",
        "crashes = crashes + 1",
        "alone = true",
        "run = run + 2",
        "run = run + 1, attempt = attempt + 1",
        "payload = 'another'",
        "attempt = attempt + 1, mark_stream = 's', mark_epoch = 1, mark_entry = '1-1', marked_at = now()",
        "due_at = due_at + interval '1 s'",
        "state = 'dead', stuck_at = now(), attempt = attempt + 1",
      })
  void whatIsInNoRowOfTheTableIsTold(String write) throws SQLException {
    execute("UPDATE stagedoor.outbox SET attempt = 5, failures = 0"); // not by one: told as well
    execute("TRUNCATE chaos.moves");

    execute("UPDATE stagedoor.outbox SET " + write);

    assertThat(MoveLog.strange(database)).hasSize(1).first().asString().contains(job.toString());
  }

  @Test
  void aSuspectsRunBeginsAloneAndItsNextRedeliveryForgetsThat() throws SQLException {
    execute("UPDATE stagedoor.outbox SET crashes = 3"); // not by one: told
    execute("TRUNCATE chaos.moves");

    execute("UPDATE stagedoor.outbox SET alone = true");
    execute("UPDATE stagedoor.outbox SET run = run + 1, crashes = crashes + 1, alone = false");

    assertThat(MoveLog.strange(database)).isEmpty();
    assertThat(MoveLog.seen(database)).isEqualTo(Map.of("REDELIVER", 2L));
  }

  @Test
  void aRowThatGoesWithoutItsHistoryIsTold() throws SQLException {
    execute("DELETE FROM stagedoor.outbox");

    assertThat(MoveLog.strange(database)).hasSize(1);
  }

  @Test
  void aCancelIsOne() throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      Outbox.on(database).cancel(connection, job);
      connection.commit();
    }

    assertThat(MoveLog.seen(database)).isEqualTo(Map.of("ENQUEUE", 1L, "CANCEL", 1L));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
