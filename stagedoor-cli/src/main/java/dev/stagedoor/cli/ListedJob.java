package dev.stagedoor.cli;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A row of the view {@code stagedoor.jobs}, under the names that {@code --json} gives them. Null
 * where the state leaves it open: a job that has ended has no due time any more.
 *
 * @param payload the stored text as it is, so that no number in it is read and rounded
 */
record ListedJob(
    String id,
    String type,
    String queue,
    String state,
    @Nullable Integer priority,
    @Nullable Instant dueAt,
    int attempt,
    int run,
    @Nullable Integer failures,
    @Nullable Integer crashes,
    @Nullable String uniqueKey,
    @Nullable String requestId,
    @Nullable Instant createdAt,
    @Nullable Instant endedAt,
    @Nullable String cause,
    @Nullable String payload) {

  static ListedJob of(ResultSet row) throws SQLException {
    return new ListedJob(
        row.getString("id"),
        row.getString("type"),
        row.getString("queue"),
        row.getString("state"),
        row.getObject("priority", Integer.class),
        instant(row, "due_at"),
        row.getInt("attempt"),
        row.getInt("run"),
        row.getObject("failures", Integer.class),
        row.getObject("crashes", Integer.class),
        row.getString("unique_key"),
        row.getString("request_id"),
        instant(row, "created_at"),
        instant(row, "ended_at"),
        row.getString("cause"),
        row.getString("payload"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }
}
