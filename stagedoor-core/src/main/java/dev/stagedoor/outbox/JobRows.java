package dev.stagedoor.outbox;

import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.Retrying;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * How a worker moves a row: redelivery, every ending but done, and the next run number. Completion
 * in batches is {@link Finished}. Internal to the library; thread-safe.
 *
 * <p>A lost connection is the caller's to try again.
 */
public final class JobRows {
  private final Transactions transactions;

  public JobRows(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * A redelivery that is wanted.
   *
   * @param suspect whether it is to run alone, after {@link #beginAlone}
   */
  public record Redelivered(int run, int crashes, boolean suspect, boolean dead) {}

  /**
   * What became of an ending.
   *
   * @param state {@code live}, {@code parked} or {@code dead} as written; null if nothing was
   * @param settle whether the entry may be settled: written, or not wanted any more
   */
  public record Ended(@Nullable String state, int attempt, int failures, boolean settle) {}

  /** Counts a redelivery; empty if the job is not wanted any more. */
  public Optional<Redelivered> redeliver(JobId id, int attempt, @Nullable String reclaimedFrom)
      throws SQLException {
    return Retrying.open(transactions, c -> redeliver(c, id, attempt, reclaimedFrom));
  }

  private static Optional<Redelivered> redeliver(
      Connection c, JobId id, int attempt, @Nullable String reclaimedFrom) throws SQLException {
    try (PreparedStatement s = c.prepareStatement(JobRowsSql.REDELIVER)) {
      s.setObject(1, id.value());
      s.setInt(2, attempt);
      s.setString(3, reclaimedFrom);
      try (ResultSet r = rows(s)) {
        return r.next()
            ? Optional.of(
                new Redelivered(r.getInt(1), r.getInt(2), r.getBoolean(3), r.getBoolean(4)))
            : Optional.empty();
      }
    }
  }

  /** Writes that a suspect's run begins alone; false if it is not to begin. */
  public boolean beginAlone(RunRef run) throws SQLException {
    return Retrying.open(
        transactions,
        c -> {
          try (PreparedStatement s = c.prepareStatement(JobRowsSql.BEGIN_ALONE)) {
            s.setObject(1, run.jobId().value());
            s.setInt(2, run.attempt());
            s.setInt(3, run.run());
            try (ResultSet r = rows(s)) {
              return r.next();
            }
          }
        });
  }

  /**
   * Ends a run with anything but done. Waits a quarter of a second at most for whoever holds the
   * row, then throws with a SQLSTATE that says try again.
   */
  public Ended end(RunRef run, Ending ending, RetryPolicy retry, Duration took)
      throws SQLException {
    return transactions.open(c -> end(c, run, ending, retry, took));
  }

  private static Ended end(
      Connection c, RunRef run, Ending ending, RetryPolicy retry, Duration took)
      throws SQLException {
    try (PreparedStatement s = c.prepareStatement(JobRowsSql.END)) {
      bindRun(s, run);
      s.setString(6, word(ending));
      s.setString(7, clean(ending.cause()));
      s.setString(8, ending.errorClass());
      s.setBoolean(9, ending.counted());
      s.setInt(10, retry.maxFailures());
      s.setLong(11, retry.firstDelay().toMillis());
      s.setLong(12, retry.maxDelay().toMillis());
      s.setDouble(13, ThreadLocalRandom.current().nextDouble(0.8, 1.2));
      s.setLong(14, ending.delay().toMillis());
      s.setLong(15, ending.maxAgeMillis(retry));
      s.setString(16, ending.stuck());
      s.setLong(17, took.toMillis());
      try (ResultSet r = rows(s)) {
        r.next();
        String state = r.getString("state");
        boolean settle = state != null || !r.getBoolean("standing");
        return new Ended(state, r.getInt("attempt"), r.getInt("failures"), settle);
      }
    }
  }

  private static void bindRun(PreparedStatement s, RunRef run) throws SQLException {
    s.setObject(1, run.jobId().value());
    s.setString(2, run.type());
    s.setInt(3, run.attempt());
    s.setInt(4, run.run());
    s.setString(5, run.worker());
  }

  private static String word(Ending ending) {
    return switch (ending.transition()) {
      case RETRY -> "failed";
      case RETRY_LATER -> "later";
      case RELEASE -> "released";
      case HAND_BACK -> "handed back";
      case PARK -> "parked";
      default -> "dead";
    };
  }

  /** The failure path accepts anything: NUL, which PostgreSQL cannot store, and endless texts. */
  private static @Nullable String clean(@Nullable String cause) {
    if (cause == null) {
      return null;
    }
    String text = cause.replace('\0', '\uFFFD');
    return text.length() <= 8000 ? text : text.substring(0, 8000) + " …";
  }

  /**
   * The next run number of this run's attempt; empty if the job is not wanted any more, or its row
   * is marked with another entry.
   *
   * @param stream the one that the run's entry came by
   */
  public OptionalInt nextRun(RunRef run, String stream) throws SQLException {
    return Retrying.open(
        transactions,
        c -> {
          try (PreparedStatement s = c.prepareStatement(JobRowsSql.NEXT_RUN)) {
            s.setObject(1, run.jobId().value());
            s.setInt(2, run.attempt());
            s.setString(3, stream);
            s.setString(4, run.entryId());
            try (ResultSet r = rows(s)) {
              return r.next() ? OptionalInt.of(r.getInt(1)) : OptionalInt.empty();
            }
          }
        });
  }

  /** Keeps the cause of a run that has no outcome to write. */
  public void remember(RunRef run, String outcome, String cause, Duration took)
      throws SQLException {
    Retrying.open(
        transactions,
        c -> {
          try (PreparedStatement s = c.prepareStatement(JobRowsSql.REMEMBER)) {
            bindRun(s, run);
            s.setString(6, outcome);
            s.setString(7, clean(cause));
            s.setLong(8, took.toMillis());
            return s.execute();
          }
        });
  }

  /** The stored payload; empty if the job is not wanted any more. */
  public Optional<String> payload(JobId id, int attempt) throws SQLException {
    return Retrying.open(
        transactions,
        c -> {
          try (PreparedStatement s = c.prepareStatement(JobRowsSql.PAYLOAD)) {
            s.setObject(1, id.value());
            s.setInt(2, attempt);
            try (ResultSet r = rows(s)) {
              return r.next() ? Optional.of(r.getString(1)) : Optional.empty();
            }
          }
        });
  }

  /** The rows of the statement behind the one that opens the transaction. */
  static ResultSet rows(PreparedStatement s) throws SQLException {
    s.execute();
    return BoundStatement.nextRows(s);
  }
}
