package dev.stagedoor.outbox;

import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.job.RunNow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;

/**
 * Writes the outbox: what is enqueued commits or rolls back with the caller's transaction. Never
 * touches the stream. Thread-safe.
 *
 * <p>All methods that take a connection refuse one in auto-commit mode: such a row would commit
 * without the caller's own change.
 */
public interface Outbox {
  /**
   * The outbox of a process that only enqueues: payloads as JSON, no relay to wake.
   *
   * <p>Its first use checks the schema, and refuses a missing or older one.
   */
  static Outbox on(DataSource database) {
    return on(database, JacksonCodec.STANDARD);
  }

  /** As {@link #on(DataSource)}, with payloads as this codec writes them. */
  static Outbox on(DataSource database, PayloadCodec codec) {
    return JdbcOutbox.enqueueOnly(database, codec);
  }

  /** As {@link #enqueue(Connection, NewJob)}, due at once. */
  <P> Enqueued enqueue(Connection tx, JobType<P> type, P payload) throws SQLException;

  /**
   * Enqueues in the caller's transaction. Under a unique key it waits for whoever enqueues or
   * completes under the same key, and the row is held until the transaction ends.
   *
   * @throws dev.stagedoor.job.PayloadRefused if the payload is over the limit or holds a NUL
   * @throws dev.stagedoor.tx.NoTransactionException if the connection is in auto-commit mode
   */
  Enqueued enqueue(Connection tx, NewJob<?> job) throws SQLException;

  /**
   * Enqueues thousands in one round trip (and one more for each kind of unique key among them); the
   * answers come in the order of the jobs.
   *
   * @throws dev.stagedoor.job.PayloadRefused as {@link #enqueue(Connection, NewJob)}, with nothing
   *     written
   */
  List<Enqueued> enqueueAll(Connection tx, Collection<? extends NewJob<?>> jobs)
      throws SQLException;

  /** As {@link #enqueue(NewJob)}, due at once. */
  <P> Enqueued enqueue(JobType<P> type, P payload) throws SQLException;

  /**
   * Enqueues in this thread's transaction.
   *
   * @throws dev.stagedoor.tx.NoTransactionException if there is none
   */
  Enqueued enqueue(NewJob<?> job) throws SQLException;

  /** Enqueues in a transaction of its own; for callers that have nothing to commit with it. */
  Enqueued enqueueAlone(NewJob<?> job) throws SQLException;

  /** Cancels in the caller's transaction; waits for a run's own open completion. */
  Cancelled cancel(Connection tx, JobId id) throws SQLException;

  /**
   * Makes a dead or parked job due now, with a fresh retry budget.
   *
   * @throws dev.stagedoor.job.UniqueKeyTaken if another job has its unique key now, naming it
   */
  Redriven redrive(Connection tx, JobId id) throws SQLException;

  /** Makes a waiting job due now. */
  RunNow runNow(Connection tx, JobId id) throws SQLException;

  /** After a commit on a raw connection: look now. A hint; polling finds the row anyway. */
  void nudge();
}
