package dev.stagedoor.worker;

import dev.stagedoor.effect.ConditionalWrite;
import dev.stagedoor.handler.BatchTx;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.Tx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One transaction of many runs. */
final class ManyTx implements BatchTx {
  private final Connection connection;
  private final List<? extends ActiveRun<?>> runs;
  private final Map<JobRun<?>, Tx> each = new IdentityHashMap<>();

  ManyTx(Connection connection, List<? extends ActiveRun<?>> runs) {
    this.connection = connection;
    this.runs = runs;
  }

  @Override
  public Tx of(JobRun<?> run) {
    return each.computeIfAbsent(run, this::make);
  }

  /** Once for each: it knows which children its run has enqueued. */
  private Tx make(JobRun<?> run) {
    return runs.stream()
        .filter(fresh -> fresh == run)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "job " + run.jobId() + " is not a fresh one of this batch: give one of those"))
        .tx(connection);
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public int update(String sql, @Nullable Object... args) throws SQLException {
    return BoundStatement.update(connection, sql, args);
  }

  @Override
  public boolean changed(String sql, @Nullable Object... args) throws SQLException {
    return ConditionalWrite.changed(connection, sql, args);
  }

  @Override
  public <P> Enqueued enqueue(JobType<P> type, P payload) {
    throw refused();
  }

  @Override
  public Enqueued enqueue(NewJob<?> job) {
    throw refused();
  }

  private static IllegalStateException refused() {
    return new IllegalStateException(
        "a child's id is made from its parent's, and a batch has many: tx.of(run).enqueue(…)");
  }
}
