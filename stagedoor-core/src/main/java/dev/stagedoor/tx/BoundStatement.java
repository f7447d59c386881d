package dev.stagedoor.tx;

import dev.stagedoor.job.JobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Prepares a statement and binds its arguments by their Java type, so that no time goes through the
 * zone of this JVM or of the session.
 *
 * <p>Bound specially: {@code Instant}, {@code ZonedDateTime} ({@code timestamptz}, UTC), {@code
 * Duration} (untyped text that an interval reads), enums (their name), {@link JobId} ({@code
 * uuid}), {@code byte[]} ({@code bytea}), null (untyped). All else is left to the driver.
 */
public final class BoundStatement {
  private BoundStatement() {}

  /** The caller closes it. */
  public static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object... args) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < args.length; i++) {
        bind(statement, i + 1, args[i]);
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  /** Runs one statement; returns the rows changed, 0 for one that returns rows. */
  public static int update(Connection connection, String sql, @Nullable Object... args)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, args)) {
      return statement.execute() ? 0 : statement.getUpdateCount();
    }
  }

  /**
   * The next result of a text of several statements, which the driver sends in one round trip.
   *
   * @throws IllegalStateException if the present result is the last one
   */
  public static ResultSet nextRows(PreparedStatement statement) throws SQLException {
    if (!statement.getMoreResults()) {
      throw new IllegalStateException("the statement has no further rows");
    }
    return statement.getResultSet();
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    if (value instanceof Instant instant) {
      statement.setObject(index, OffsetDateTime.ofInstant(instant, ZoneOffset.UTC));
    } else if (value instanceof ZonedDateTime time) {
      statement.setObject(index, time.toOffsetDateTime());
    } else if (value instanceof Duration duration) {
      statement.setObject(index, duration.toString(), Types.OTHER);
    } else if (value instanceof Enum<?> constant) {
      statement.setString(index, constant.name());
    } else if (value instanceof JobId id) {
      statement.setObject(index, id.value());
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(index, bytes);
    } else {
      statement.setObject(index, value);
    }
  }
}
