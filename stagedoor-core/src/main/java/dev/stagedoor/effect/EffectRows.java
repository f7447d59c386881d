package dev.stagedoor.effect;

import dev.stagedoor.job.JobId;
import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads effects, and writes what people decide about them. Internal to the library; stateless. */
public final class EffectRows {
  private EffectRows() {}

  public static Optional<EffectState> find(Connection connection, String kind, String subject)
      throws SQLException {
    return all(connection, EffectRowsSql.FIND, kind, subject).stream().findFirst();
  }

  /** Parked and unknown ones, first tried first. */
  public static List<EffectState> open(Connection connection, int atMost) throws SQLException {
    return all(connection, EffectRowsSql.OPEN, atMost);
  }

  /** The job that may now go on; empty if the effect is neither parked nor unknown. */
  public static Optional<JobId> done(
      Connection tx, String kind, String subject, String by, @Nullable String reference)
      throws SQLException {
    return decided(tx, EffectRowsSql.DONE, reference, by, kind, subject);
  }

  /** As {@link #done}. */
  public static Optional<JobId> sendAgain(Connection tx, String kind, String subject, String by)
      throws SQLException {
    return decided(tx, EffectRowsSql.SEND_AGAIN, by, kind, subject);
  }

  private static Optional<JobId> decided(Connection tx, String sql, @Nullable Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = BoundStatement.prepare(tx, sql, arguments);
        ResultSet row = statement.executeQuery()) {
      return row.next()
          ? Optional.of(new JobId(row.getObject("job_id", UUID.class)))
          : Optional.empty();
    }
  }

  private static List<EffectState> all(Connection connection, String sql, Object... arguments)
      throws SQLException {
    List<EffectState> all = new ArrayList<>();
    try (PreparedStatement statement = BoundStatement.prepare(connection, sql, arguments);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        all.add(state(row));
      }
    }
    return all;
  }

  private static EffectState state(ResultSet row) throws SQLException {
    return new EffectState(
        row.getString("kind"),
        row.getString("subject"),
        row.getString("state"),
        new JobId(row.getObject("job_id", UUID.class)),
        row.getInt("tries"),
        row.getObject("first_tried_at", OffsetDateTime.class).toInstant(),
        instant(row, "claimed_at"),
        instant(row, "done_at"),
        Optional.ofNullable(row.getString("reference")),
        Optional.ofNullable(row.getString("evidence")),
        row.getInt("intent"),
        row.getBoolean("other_request"),
        decision(row));
  }

  private static Optional<EffectState.Decision> decision(ResultSet row) throws SQLException {
    String what = row.getString("decision");
    return what == null
        ? Optional.empty()
        : instant(row, "decided_at")
            .map(at -> new EffectState.Decision(what, column(row, "decided_by"), at));
  }

  private static String column(ResultSet row, String name) {
    try {
      return row.getString(name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }
}
