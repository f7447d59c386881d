package dev.stagedoor.boxoffice.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.embedded.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class BoxOfficeSchemaTest {
  private final DataSource database = TestServers.freshDatabase();

  @Test
  void manyProcessesThatStartTogetherApplyItOnce() throws Exception {
    ExecutorService processes = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> migrations = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        migrations.add(
            processes.submit(
                () -> {
                  BoxOfficeSchema.migrate(database);
                  return null;
                }));
      }
      for (Future<?> migration : migrations) {
        migration.get();
      }
    } finally {
      processes.shutdownNow();
    }
    assertThat(number("SELECT count(*) FROM boxoffice.schema_versions")).isEqualTo(2);
    assertThat(number("SELECT count(*) FROM boxoffice.tickets")).isZero();
  }

  @Test
  void aNewerSchemaIsRefused() throws Exception {
    BoxOfficeSchema.migrate(database);
    execute("INSERT INTO boxoffice.schema_versions (version, script) VALUES (99, 'V099.sql')");

    assertThatThrownBy(() -> BoxOfficeSchema.migrate(database))
        .hasMessageContaining("version 99")
        .hasMessageContaining("start a newer one");
  }

  @Test
  void everyTimeHasAZone() throws Exception {
    BoxOfficeSchema.migrate(database);

    assertThat(
            number(
                """
                SELECT count(*) FROM information_schema.columns
                 WHERE table_schema = 'boxoffice' AND data_type = 'timestamp without time zone'"""))
        .isZero();
  }

  private long number(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
