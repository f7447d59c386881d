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
    assertThat(number("SELECT count(*) FROM boxoffice.schema_versions")).isEqualTo(4);
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

  @Test
  void impossiblePaymentsAreRefused() throws Exception {
    BoxOfficeSchema.migrate(database);
    execute(
        """
        INSERT INTO boxoffice.events (title, organizer, starts_at) VALUES ('G', 'T', now());
        INSERT INTO boxoffice.orders
          (event_id, buyer_name, buyer_email, request_id, state, amount_minor)
        VALUES (1, 'E', 'e@example.org', 'r', 'placed', 5000);
        INSERT INTO boxoffice.payments (order_id, amount_minor, currency, token)
        VALUES (1, 5000, 'EUR', 'tok_visa')""");

    assertRefused("payments_refunded", "refunding_minor = 1");
    assertRefused("payments_captured", "captured_minor = 4999");
    assertRefused("payments_order", "amount_minor = 4999");
    assertRefused("payments_token", "token = NULL");
    assertRefused("payments_state", "state = 'lost', settled_at = now(), token = NULL");
    execute(
        """
        UPDATE boxoffice.payments
           SET state = 'captured', captured_minor = 5000, reference = 'cap_1', token = NULL,
               settled_at = now()""");
    assertRefused("payments_refunded", "refunding_minor = 5001");
    assertRefused("payments_refunded", "refunding_minor = 10, refunded_minor = 11");
    assertRefused("payments_refunded", "refunded_minor = -1");
    execute("UPDATE boxoffice.payments SET refunding_minor = 5000, refunded_minor = 5000");
  }

  private void assertRefused(String constraint, String assignment) {
    assertThatThrownBy(() -> execute("UPDATE boxoffice.payments SET " + assignment))
        .hasMessageContaining(constraint);
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
