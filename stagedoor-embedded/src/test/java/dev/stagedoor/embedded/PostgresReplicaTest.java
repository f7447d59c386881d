package dev.stagedoor.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class PostgresReplicaTest {
  private static final Duration ALIVE = Duration.ofSeconds(60);

  @Test
  void aReplicaHasWhatWasThereFollowsWhatComesAndWritesNothing() throws Exception {
    try (PostgresServer primary = PostgresServer.start(Durability.FAST)) {
      execute(primary, "CREATE TABLE seats (seat text); INSERT INTO seats VALUES ('A1')");
      try (PostgresServer replica = primary.replica()) {
        assertThat(text(replica, "SELECT pg_is_in_recovery()")).isEqualTo("t");
        assertThat(text(replica, "SELECT system_identifier FROM pg_control_system()"))
            .isEqualTo(text(primary, "SELECT system_identifier FROM pg_control_system()"));
        execute(primary, "INSERT INTO seats VALUES ('A2')");
        await(replica, "SELECT count(*) = 2 FROM seats");

        assertThatThrownBy(() -> execute(replica, "INSERT INTO seats VALUES ('A3')"))
            .hasMessageContaining("read-only");
      }
      assertThat(text(primary, "SELECT count(*) FROM seats")).isEqualTo("2");
    }
  }

  private static void await(PostgresServer server, String holds) throws SQLException {
    long start = System.nanoTime();
    while (!text(server, holds).equals("t")) {
      assertThat(System.nanoTime() - start).as(holds).isLessThan(ALIVE.toNanos());
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  private static void execute(PostgresServer server, String sql) throws SQLException {
    try (Connection connection = server.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String text(PostgresServer server, String sql) throws SQLException {
    try (Connection connection = server.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
