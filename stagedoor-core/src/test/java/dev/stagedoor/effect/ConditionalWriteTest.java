package dev.stagedoor.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionalWriteTest {
  @Test
  void changesOnceAndThenFindsTheStateReached() throws SQLException {
    try (Connection connection = TestServers.freshDatabase().getConnection()) {
      BoundStatement.update(connection, "CREATE TABLE tickets (order_id bigint, pdf_key text)");
      BoundStatement.update(connection, "INSERT INTO tickets VALUES (4471), (4471)");
      String write = "UPDATE tickets SET pdf_key = ? WHERE order_id = ? AND pdf_key IS NULL";
      assertThat(ConditionalWrite.changed(connection, write, "a.pdf", 4471L)).isTrue();
      assertThat(ConditionalWrite.changed(connection, write, "b.pdf", 4471L)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UPDATE tickets SET pdf_key = 'secret', UPDATE tickets",
    "'  update only shop.tickets set x = 1', UPDATE shop.tickets",
    "insert into sales values (1), INSERT sales",
    "'DELETE FROM \"Seats\" WHERE id = 1', DELETE \"Seats\"",
    "WITH t AS (SELECT 'secret') UPDATE x SET y = 1, conditional write"
  })
  void theLabelIsVerbAndTable(String sql, String label) {
    assertThat(ConditionalWrite.label(sql)).isEqualTo(label);
  }
}
