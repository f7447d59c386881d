package dev.stagedoor.tx;

import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** An open transaction of a run. Belongs to the run's thread and ends with the callback. */
public interface Tx {
  /** The real connection, for any data access library; commit, rollback and close are refused. */
  Connection connection();

  /** Runs one statement with its arguments bound as parameters; returns the rows changed. */
  int update(String sql, @Nullable Object... args) throws SQLException;

  /**
   * A conditional write: did any row change? {@code false} means that the state was reached before,
   * and is reported as absorbed.
   */
  boolean changed(String sql, @Nullable Object... args) throws SQLException;

  /** As {@link #enqueue(NewJob)}. */
  <P> Enqueued enqueue(JobType<P> type, P payload) throws SQLException;

  /**
   * Enqueues a child of the running job. Its id is minted from the parent's and from what it asks
   * for, so that a second run's enqueue is absorbed even when the child has completed.
   *
   * @throws IllegalStateException if this run has enqueued the same type and payload, or the same
   *     type and unique key, already
   */
  Enqueued enqueue(NewJob<?> job) throws SQLException;
}
