package dev.stagedoor.chaos.work;

import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** A wrong handler of {@link Kind#COUNT}: its job is completed before its effect happens. */
public final class CompletesFirst implements JobHandler<Task> {
  private static final String COMPLETE =
      """
      WITH gone AS (DELETE FROM stagedoor.outbox WHERE id = ? RETURNING *)
      INSERT INTO stagedoor.processed_jobs
             (job_id, step, type, queue, outcome, attempt, run, worker, started_at)
      SELECT id, '', type, queue, 'completed', attempt, run, 'wrong', clock_timestamp() FROM gone
      """;

  private static final long LONG_ENOUGH_MILLIS = 300;

  private final DataSource database;

  public CompletesFirst(DataSource database) {
    this.database = database;
  }

  @Override
  public void handle(JobRun<Task> run) throws Exception {
    try (Connection connection = database.getConnection()) {
      execute(connection, COMPLETE, run.jobId().value());
      TimeUnit.MILLISECONDS.sleep(LONG_ENOUGH_MILLIS); // for a kill to meet it
      execute(connection, WorkSql.EFFECT, run.payload().n(), "count", run.jobId().value());
    }
  }

  private static void execute(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }
}
