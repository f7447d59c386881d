package dev.stagedoor.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class TestServersTest {

  @Test
  void twoDatabasesDoNotSeeEachOther() throws SQLException {
    DataSource one = TestServers.freshDatabase();
    DataSource other = TestServers.freshDatabase();
    execute(one, "CREATE TABLE seats (id int)");
    execute(other, "CREATE TABLE seats (id int)");
    execute(one, "INSERT INTO seats VALUES (1)");
    assertThat(count(one)).isEqualTo(1);
    assertThat(count(other)).isZero();
  }

  @Test
  void serversAreSharedAndAnswer() {
    assertThat(TestServers.redis()).isSameAs(TestServers.redis());
    assertThat(TestServers.postgres()).isSameAs(TestServers.postgres());
    assertThat(TestServers.redis().command("PING")).isEqualTo("PONG");
  }

  private static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int count(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM seats")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
