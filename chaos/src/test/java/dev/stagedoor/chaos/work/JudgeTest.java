package dev.stagedoor.chaos.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.SendFailure;
import dev.stagedoor.embedded.TestServers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The judge sees what is lost, doubled and invented, and nothing where all is right. */
final class JudgeTest {
  private DataSource database;
  private Provider provider;
  private ProviderClient client;

  @BeforeEach
  void start() throws Exception {
    database = TestServers.freshDatabase();
    Producer.prepare(database);
    provider = Provider.start();
    client = new ProviderClient(provider.address(), Duration.ofSeconds(20), () -> {});
  }

  @AfterEach
  void stop() throws IOException {
    provider.close();
  }

  @Test
  void allIsRight() throws Exception {
    asked(0, 1, 2);
    happened(0, "count");
    client.send("k1", 1);
    client.send("k1", 1);
    happened(2, "change");
    happened(2, "child");

    assertThat(Judge.judge(database, provider))
        .isEqualTo(new Judge.Verdict(3, 0, 0, java.util.List.of()));
  }

  @Test
  void anEffectThatDidNotHappenIsLost() throws Exception {
    asked(1, 2);
    happened(2, "change");

    Judge.Verdict verdict = Judge.judge(database, provider);

    assertThat(verdict.lost()).isEqualTo(2);
    assertThat(verdict.doubled()).isZero();
    assertThat(verdict.examples())
        .containsExactlyInAnyOrder("task 1 (SEND): sent is lost", "task 2 (CHANGE): child is lost");
  }

  @Test
  void anEffectThatHappenedTwiceIsDoubled() throws Exception {
    asked(0, 1);
    happened(0, "count");
    happened(0, "count");
    client.send("k1", 1);
    client.send("k2", 1);

    Judge.Verdict verdict = Judge.judge(database, provider);

    assertThat(verdict.lost()).isZero();
    assertThat(verdict.doubled()).isEqualTo(2);
  }

  @Test
  void whatWasNeverAskedForIsDoubledToo() throws Exception {
    asked(0);
    happened(0, "count");
    happened(5, "count");
    happened(0, "child");

    assertThat(Judge.judge(database, provider).doubled()).isEqualTo(2);
  }

  @Test
  void aCancelledTaskMayHaveHappenedBeforeAndNotLongAfter() throws Exception {
    asked(0, 2, 5);
    execute("UPDATE chaos.tasks SET cancelled_at = clock_timestamp() - interval '1 minute'");
    execute(
        "INSERT INTO chaos.effects (n, what, job, at)"
            + " VALUES (2, 'change', gen_random_uuid(), now() - interval '2 minutes')");
    happened(5, "count");

    Judge.Verdict verdict = Judge.judge(database, provider);

    assertThat(verdict.lost()).isZero();
    assertThat(verdict.examples())
        .containsExactly("task 5 (COUNT): count happened though it was cancelled");
  }

  @Test
  void aProviderThatForgetsAKeyAcceptsItAgainAndOneThatIsBusyAcceptsNothing() throws Exception {
    provider.keysLive(Duration.ZERO);
    client.send("k1", 1);
    client.send("k1", 1);
    provider.down(true);

    Assertions.assertThatThrownBy(() -> client.send("k2", 1)).isInstanceOf(SendFailure.class);

    assertThat(provider.accepted()).containsEntry(1L, 2);
  }

  @Test
  void aLostAnswerIsOfAnAcceptedRequest() {
    provider.loseAnswers(1);

    Assertions.assertThatThrownBy(() -> client.send("k1", 1)).isInstanceOf(IOException.class);

    assertThat(provider.accepted()).containsEntry(1L, 1);
  }

  private void asked(long... tasks) throws SQLException {
    for (long n : tasks) {
      execute("INSERT INTO chaos.tasks (n) VALUES (" + n + ")");
    }
  }

  private void happened(long n, String what) throws SQLException {
    execute(
        "INSERT INTO chaos.effects (n, what, job) VALUES (%d, '%s', gen_random_uuid())"
            .formatted(n, what));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
