package dev.stagedoor.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class PostgresServerTest {

  @Test
  void durableWaitsForTheDiskAndKeepsItsRowsOverRestartAndCrash() throws SQLException {
    try (PostgresServer server = PostgresServer.start(Durability.DURABLE)) {
      DataSource source = server.dataSource();
      assertThat(ask(source, "SHOW fsync")).isEqualTo("on");
      assertThat(ask(source, "SHOW synchronous_commit")).isEqualTo("on");
      assertThat(ask(source, "SHOW full_page_writes")).isEqualTo("on");
      execute(source, "CREATE TABLE seats (id int)");
      execute(source, "INSERT INTO seats VALUES (1)");
      long pid = server.process().pid();
      server.restart();
      assertThat(server.process().pid()).isNotEqualTo(pid);
      server.crash();
      assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
      server.startAgain();
      assertThat(ask(source, "SELECT count(*) FROM seats")).isEqualTo("1");
    }
  }

  @Test
  void fastDoesNotWait() throws SQLException {
    DataSource source = TestServers.postgres().dataSource();
    assertThat(ask(source, "SHOW fsync")).isEqualTo("off");
    assertThat(ask(source, "SHOW synchronous_commit")).isEqualTo("off");
  }

  @Test
  void settingsReplaceOursButNotTheDurability() throws SQLException {
    Map<String, String> settings =
        Map.of("wal_level", "logical", "max_connections", "20", "fsync", "off");
    try (PostgresServer server = PostgresServer.start(Durability.DURABLE, settings)) {
      DataSource source = server.dataSource();
      assertThat(ask(source, "SHOW wal_level")).isEqualTo("logical");
      assertThat(ask(source, "SHOW max_connections")).isEqualTo("20");
      assertThat(ask(source, "SHOW fsync")).isEqualTo("on");
    }
  }

  @Test
  void closeRemovesProcessAndDirectoryAndMayBeRepeated() {
    PostgresServer server = PostgresServer.start(Durability.FAST);
    ProcessHandle process = server.process();
    assertThat(server.pidFile()).exists();
    server.close();
    server.close();
    process.onExit().orTimeout(15, TimeUnit.SECONDS).join();
    assertThat(server.home()).doesNotExist();
    assertThatThrownBy(server::startAgain).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closeMendsAServerWhoseProcessWasKilled() {
    PostgresServer server = PostgresServer.start(Durability.FAST);
    ProcessHandle process = server.process();
    process.destroyForcibly();
    process.onExit().join();
    server.close();
    assertThat(Files.exists(server.pidFile())).isFalse();
  }

  @Test
  void databaseIsACopyOfItsTemplate() throws SQLException {
    PostgresServer server = TestServers.postgres();
    execute(server.createDatabase("copied_from"), "CREATE TABLE seats AS SELECT 7 AS id");
    assertThat(ask(server.createDatabase("copy", "copied_from"), "SELECT id FROM seats"))
        .isEqualTo("7");
    assertThatThrownBy(() -> server.createDatabase("x; DROP"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'x; DROP'");
  }

  @Test
  void strangersAreKeptOut() {
    String url = TestServers.postgres().jdbcUrl().replaceAll("password=.*", "password=guess");
    assertThatThrownBy(() -> DriverManager.getConnection(url))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
  }

  @Test
  void takenPortIsNamed() {
    String taken = Integer.toString(TestServers.postgres().port());
    assertThatThrownBy(() -> PostgresServer.start(Durability.FAST, Map.of("port", taken)))
        .isInstanceOf(ServerStartException.class)
        .hasMessage(
            "port %s for PostgreSQL is taken: stop what listens there or choose another port",
            taken);
  }

  @Test
  void refusedSettingIsNamed() {
    assertThatThrownBy(() -> PostgresServer.start(Durability.FAST, Map.of("max_conns", "3")))
        .isInstanceOf(ServerStartException.class)
        .hasMessageContaining("\"max_conns\"")
        .hasMessageNotContaining("\n");
  }

  private static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
