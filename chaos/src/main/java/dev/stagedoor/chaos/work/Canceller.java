package dev.stagedoor.chaos.work;

import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.JobId;
import dev.stagedoor.outbox.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;

/** Cancels jobs whose entries lie on the stream. */
public final class Canceller {
  /** Parents only: a child's number is its parent's. */
  private static final String PUBLISHED =
      """
      SELECT id, (payload::json ->> 'n')::bigint AS n FROM stagedoor.outbox
       WHERE state = 'live' AND mark_stream IS NOT NULL AND type <> 'chaos_child' LIMIT 50
      """;

  private final DataSource database;
  private final Outbox outbox;

  public Canceller(DataSource database) {
    this.database = database;
    this.outbox = Outbox.on(database);
  }

  /** Cancels those that are published, and of which this is true; returns how many. */
  public int cancel(Predicate<String> which) throws SQLException {
    int cancelled = 0;
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      for (Map.Entry<UUID, Long> each : published(connection).entrySet()) {
        if (which.test(each.getKey().toString())
            && outbox.cancel(connection, new JobId(each.getKey())) != Cancelled.ALREADY_ENDED) {
          connection.commit();
          note(connection, each.getValue());
          cancelled++;
        }
        connection.commit();
      }
      connection.setAutoCommit(true);
    }
    return cancelled;
  }

  private static Map<UUID, Long> published(Connection connection) throws SQLException {
    Map<UUID, Long> published = new LinkedHashMap<>();
    try (PreparedStatement ask = connection.prepareStatement(PUBLISHED);
        ResultSet row = ask.executeQuery()) {
      while (row.next()) {
        published.put(row.getObject("id", UUID.class), row.getLong("n"));
      }
    }
    return published;
  }

  private static void note(Connection connection, long n) throws SQLException {
    try (PreparedStatement note = connection.prepareStatement(WorkSql.CANCELLED)) {
      note.setLong(1, n);
      note.executeUpdate();
    }
  }
}
