package dev.stagedoor.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.job.JobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.TimeZone;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoundStatementTest {
  private static final DataSource DATABASE = TestServers.freshDatabase();

  private enum Colour {
    RED
  }

  @Test
  void bindsByType() throws SQLException {
    UUID id = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
    Instant instant = Instant.parse("2026-11-29T10:15:30.123456Z");
    assertThat(asText("?::timestamptz AT TIME ZONE 'UTC'", instant))
        .isEqualTo("2026-11-29 10:15:30.123456");
    assertThat(
            asText("?::timestamptz AT TIME ZONE 'UTC'", ZonedDateTime.parse("2026-11-29T10:15Z")))
        .isEqualTo("2026-11-29 10:15:00");
    assertThat(asText("extract(epoch from ?::interval)", Duration.ofMillis(90_250)))
        .isEqualTo("90.250000");
    assertThat(asText("?", Colour.RED)).isEqualTo("RED");
    assertThat(asText("?", id)).isEqualTo(id.toString());
    assertThat(asText("?", new JobId(id))).isEqualTo(id.toString());
    assertThat(asText("encode(?, 'hex')", new byte[] {1, (byte) 255})).isEqualTo("01ff");
    assertThat(asText("coalesce(?::bigint, -1)", null)).isEqualTo("-1");
    assertThat(asText("?", 3889108265204450030L)).isEqualTo("3889108265204450030");
  }

  @Test
  void C72_noTimeGoesThroughAZone() throws SQLException {
    TimeZone before = TimeZone.getDefault();
    try (Connection connection = DATABASE.getConnection()) {
      BoundStatement.update(connection, "SET TIME ZONE 'America/Lima'");
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
      try (PreparedStatement statement =
              BoundStatement.prepare(
                  connection,
                  "SELECT extract(epoch from ?::timestamptz)",
                  Instant.ofEpochSecond(7));
          ResultSet row = statement.executeQuery()) {
        row.next();
        assertThat(row.getInt(1)).isEqualTo(7);
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void updateCountsRows() throws SQLException {
    try (Connection connection = DATABASE.getConnection()) {
      BoundStatement.update(connection, "CREATE TEMP TABLE seats (id int)");
      assertThat(BoundStatement.update(connection, "INSERT INTO seats VALUES (?), (?)", 1, 2))
          .isEqualTo(2);
      assertThat(BoundStatement.update(connection, "SELECT 1")).isZero();
    }
  }

  @Test
  void anArgumentTooManyIsRefused() throws SQLException {
    try (Connection connection = DATABASE.getConnection()) {
      assertThatThrownBy(() -> BoundStatement.update(connection, "SELECT 1", 2))
          .isInstanceOf(SQLException.class);
    }
  }

  private static String asText(String expression, @Nullable Object value) throws SQLException {
    try (Connection connection = DATABASE.getConnection();
        PreparedStatement statement =
            BoundStatement.prepare(connection, "SELECT (" + expression + ")::text", value);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }
}
