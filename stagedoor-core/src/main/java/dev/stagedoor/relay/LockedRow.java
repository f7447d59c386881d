package dev.stagedoor.relay;

import dev.stagedoor.job.JobId;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row that the open transaction has locked.
 *
 * @param marked the entry of its present mark; null for none
 */
record LockedRow(
    JobId id,
    String queue,
    String type,
    String payload,
    int priority,
    Instant dueAt,
    int attempt,
    int run,
    int round,
    @Nullable Instant tick,
    @Nullable String requestId,
    @Nullable String traceparent,
    @Nullable EntryId marked) {

  static List<LockedRow> all(ResultSet rows) throws SQLException {
    List<LockedRow> all = new ArrayList<>();
    while (rows.next()) {
      all.add(of(rows));
    }
    return all;
  }

  private static LockedRow of(ResultSet row) throws SQLException {
    String entry = row.getString("mark_entry");
    return new LockedRow(
        new JobId(row.getObject("id", UUID.class)),
        row.getString("queue"),
        row.getString("type"),
        row.getString("payload"),
        row.getInt("priority"),
        row.getObject("due_at", OffsetDateTime.class).toInstant(),
        row.getInt("attempt"),
        row.getInt("run"),
        row.getInt("round"),
        instant(row.getObject("tick", OffsetDateTime.class)),
        row.getString("request_id"),
        row.getString("traceparent"),
        entry == null ? null : new EntryId(entry));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  /** Its entry; {@code replaces} the orphaned one, where that is of the same stream. */
  Publication publication(boolean again, @Nullable EntryId replaces) {
    return new Publication(
        new StreamEntry(
            id, queue, type, attempt, round, again, payload, tick, requestId, traceparent),
        replaces);
  }
}
