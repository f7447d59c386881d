package dev.stagedoor.testkit.path;

import dev.stagedoor.job.JobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What the kit asks of a job's row between runs. */
final class JobRow {
  private final DataSource database;
  private final JobId id;

  JobRow(DataSource database, JobId id) {
    this.database = database;
    this.id = id;
  }

  /** Empty if the row is gone. */
  Optional<String> state() throws SQLException {
    return Optional.ofNullable(ask("SELECT state FROM stagedoor.outbox WHERE id = ?"));
  }

  /** How long until it is due; zero if it is, or is gone. */
  Duration dueIn() throws SQLException {
    String millis =
        ask(
            """
            SELECT greatest(0, ceil(extract(epoch FROM due_at - clock_timestamp()) * 1000))::bigint
              FROM stagedoor.outbox WHERE id = ? AND mark_stream IS NULL""");
    return Duration.ofMillis(millis == null ? 0 : Long.parseLong(millis));
  }

  /** Why its last run did not complete it. */
  String cause() throws SQLException {
    String cause =
        ask(
            """
            SELECT cause FROM stagedoor.job_runs
             WHERE job_id = ? AND cause IS NOT NULL ORDER BY id DESC LIMIT 1""");
    return cause == null ? "no cause was kept" : cause;
  }

  private @Nullable String ask(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement ask = connection.prepareStatement(sql)) {
      ask.setObject(1, id.value());
      try (ResultSet row = ask.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }
}
