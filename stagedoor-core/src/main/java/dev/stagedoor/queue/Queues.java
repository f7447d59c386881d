package dev.stagedoor.queue;

import dev.stagedoor.job.JobType;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.Retrying;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Pauses and limits queues, of every process on this database. Each call is a transaction of its
 * own. A queue need not have had a job. Thread-safe.
 *
 * <p>A <em>paused</em> queue publishes nothing; within a second its workers start nothing more, and
 * hand back what they have not started. What runs goes on to its end. Its jobs do not age.
 *
 * <p>A <em>limit</em> is on jobs that are published and have not ended, counted in PostgreSQL by
 * whoever publishes: however many relays and workers there are, no more of them run. A run that is
 * over its time-out and does not stop is not counted: its job is due again.
 *
 * <p>A <em>rate</em> counts publications: the first of a job, and each that follows a retry. What a
 * stream has lost and is published again is not counted twice. A crash of PostgreSQL may give back
 * what was counted in the half second before.
 *
 * <p>New limits are known to every relay within a second. Priorities order what a queue publishes;
 * two queues do not wait for each other.
 */
public final class Queues {
  private final Transactions transactions;

  public Queues(Transactions transactions) {
    this.transactions = transactions;
  }

  /** False: it was paused before, and stays so. */
  public boolean pause(String queue) throws SQLException {
    return write(QueuesSql.PAUSE, queue) == 1;
  }

  /** False: it was not paused. */
  public boolean resume(String queue) throws SQLException {
    return write(QueuesSql.RESUME, queue) == 1;
  }

  /**
   * At most so many of its jobs are published and not ended.
   *
   * @throws IllegalArgumentException below 1: pause it instead
   */
  public void limit(String queue, int jobs) throws SQLException {
    if (jobs < 1) {
      throw new IllegalArgumentException(
          "limit " + jobs + " of queue " + queue + ": give 1 or more, or pause it");
    }
    write(QueuesSql.LIMIT, queue, jobs);
  }

  public void unlimit(String queue) throws SQLException {
    write(QueuesSql.UNLIMIT, queue);
  }

  /** At most so many of its jobs are published in so long. A bucket that is new is full. */
  public void rate(String queue, Rate rate) throws SQLException {
    write(QueuesSql.RATE, queue, rate.jobs(), rate.per(), rate.jobs());
  }

  public void unrate(String queue) throws SQLException {
    write(QueuesSql.UNRATE, queue);
  }

  /** Every queue that is paused or limited, by name. */
  public List<QueueState> all() throws SQLException {
    return Retrying.<List<QueueState>, SQLException>open(transactions, Queues::all);
  }

  private static List<QueueState> all(Connection connection) throws SQLException {
    List<QueueState> all = new ArrayList<>();
    try (PreparedStatement ask = connection.prepareStatement(QueuesSql.ALL);
        ResultSet row = ask.executeQuery()) {
      while (row.next()) {
        all.add(state(row));
      }
    }
    return all;
  }

  private static QueueState state(ResultSet row) throws SQLException {
    Integer limit = row.getObject("max_published", Integer.class);
    Integer jobs = row.getObject("rate_jobs", Integer.class);
    return new QueueState(
        row.getString("queue"),
        Optional.ofNullable(instant(row.getObject("paused_at", OffsetDateTime.class))),
        limit == null ? OptionalInt.empty() : OptionalInt.of(limit),
        jobs == null
            ? Optional.empty()
            : Optional.of(new Rate(jobs, Duration.ofMillis(row.getLong("per_ms")))));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  private int write(String sql, String queue, Object... more) throws SQLException {
    JobType.requireQueue(queue);
    Object[] arguments = new Object[more.length + 1];
    arguments[0] = queue;
    System.arraycopy(more, 0, arguments, 1, more.length);
    return Retrying.<Integer, SQLException>open(
        transactions,
        c -> {
          try (PreparedStatement write = BoundStatement.prepare(c, sql, arguments)) {
            write.execute();
            write.getMoreResults();
            return write.getUpdateCount();
          }
        });
  }
}
