package dev.stagedoor.boxoffice.report;

import dev.stagedoor.job.RetryLater;
import dev.stagedoor.loop.Ticker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Reads on a streaming replica, and first waits until that has replayed the primary's position at
 * the start of the read: what was committed before a job was enqueued is there when its run reads.
 *
 * <p>Which position. {@code pg_current_wal_insert_lsn()} is past every commit that anybody can see,
 * and may never come: what was inserted is sent only when it was flushed, and on a primary where
 * nothing else commits, nothing flushes it; at the end of a page it lies behind a page header that
 * is not written yet. {@code pg_current_wal_lsn()} and {@code pg_current_wal_flush_lsn()} lie
 * before commits with {@code synchronous_commit = off} that are seen already, and may stand at the
 * end of a page in the middle of a record, whose rest nothing flushes either. Therefore a mark is
 * written into the log: it lies after every commit that was to be seen, and its own commit flushes
 * the log up to it, so that it is sent at once.
 *
 * <pre>
 * [1] the replica lags                  looked at every pause until the bound; then RetryLater
 * [2] replication stands still          the same, each time: the job's maximum age ends it
 * [3] the replica was promoted          it will never follow: the run fails, and says so
 * [4] an address that is several hosts  the connection that was found far enough is the one read
 * [5] a query that replay cancels       the run fails (SQLSTATE 40001) and is tried again
 * </pre>
 *
 * <p>No connection of the primary is held while waiting. Thread-safe.
 */
public final class ReplicaReads implements Reads {
  /**
   * Any number at the same time; never 0 rows. Its commit waits for this server's disk, whatever
   * the session says, and for no replica.
   */
  private static final String MARK =
      """
      SELECT pg_logical_emit_message(true, 'stagedoor', ''::text)::text AS position,
             set_config('synchronous_commit', 'local', true)
      """;

  /** On the replica; never 0 rows. */
  private static final String STANDING =
      """
      SELECT pg_is_in_recovery() AS follows,
             coalesce(pg_last_wal_replay_lsn() >= ?::pg_lsn, false) AS reached
      """;

  private final DataSource primary;
  private final DataSource replica;
  private final Waiting waiting;

  /**
   * How long a run waits.
   *
   * @param bound of one run, beside the time of one look
   * @param pause between two looks
   * @param later when the job is due again after the bound
   */
  public record Waiting(Duration bound, Duration pause, Duration later, Ticker ticker) {
    /** Ten seconds, looking every 50 ms; again half a minute later. */
    public static final Waiting STANDARD =
        new Waiting(
            Duration.ofSeconds(10), Duration.ofMillis(50), Duration.ofSeconds(30), Ticker.SYSTEM);
  }

  public ReplicaReads(DataSource primary, DataSource replica, Waiting waiting) {
    this.primary = primary;
    this.replica = replica;
    this.waiting = waiting;
  }

  @Override
  public <T> T read(Query<T> query) throws SQLException, InterruptedException {
    String position = position();
    long begun = waiting.ticker().nanos();
    while (true) {
      try (Connection connection = replica.getConnection()) {
        if (hasReached(connection, position)) {
          return query.on(connection);
        }
      }
      if (waiting.ticker().nanos() - begun >= waiting.bound().toNanos()) {
        throw RetryLater.because(
            "the replica has not replayed %s of the primary within %s"
                .formatted(position, waiting.bound()),
            waiting.later());
      }
      TimeUnit.NANOSECONDS.sleep(waiting.pause().toNanos());
    }
  }

  private String position() throws SQLException {
    try (Connection connection = primary.getConnection();
        PreparedStatement mark = connection.prepareStatement(MARK);
        ResultSet rows = mark.executeQuery()) {
      rows.next();
      return rows.getString("position");
    }
  }

  private static boolean hasReached(Connection connection, String position) throws SQLException {
    try (PreparedStatement standing = connection.prepareStatement(STANDING)) {
      standing.setString(1, position);
      try (ResultSet rows = standing.executeQuery()) {
        rows.next();
        if (!rows.getBoolean("follows")) {
          throw new IllegalStateException(
              "the replica that reports are read on is a primary now: restart the worker with"
                  + " another --replica, or without");
        }
        return rows.getBoolean("reached");
      }
    }
  }
}
