package dev.stagedoor.testkit;

import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.PayloadUnreadable;
import dev.stagedoor.loop.Pace;
import dev.stagedoor.loop.Ticker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What is in the outbox, as a test asks for it. */
final class EnqueuedJobs {
  private static final String ALL =
      "SELECT type, state, payload, cause FROM stagedoor.jobs ORDER BY created_at, id";
  private static final int SHOWN = 20;
  private static final int SHOWN_TEXT = 200;

  private final DataSource database;
  private final Ticker ticker = Ticker.SYSTEM;

  EnqueuedJobs(DataSource database) {
    this.database = database;
  }

  /** A job, or what history knows of one that ended: then the payload is null. */
  record Job(String type, String state, @Nullable String payload, @Nullable String cause) {
    boolean isOf(JobType<?> wanted) {
      return payload != null && type.equals(wanted.name());
    }

    /** By the payloads' own equality, or by what is stored. */
    <P> boolean carries(JobType<P> wanted, P expected) {
      if (!isOf(wanted) || payload == null) {
        return false;
      }
      try {
        return JacksonCodec.STANDARD.decode(payload, wanted.payload()).equals(expected)
            || payload.equals(JacksonCodec.STANDARD.encode(expected));
      } catch (PayloadUnreadable e) {
        return false; // of an older program, say: shown with the others
      }
    }

    @Override
    public String toString() {
      return type
          + (payload == null ? "" : " " + shortened(payload))
          + ", "
          + state
          + (cause == null ? "" : ": " + shortened(cause.lines().findFirst().orElse("")));
    }

    private static String shortened(String text) {
      return text.length() <= SHOWN_TEXT ? text : text.substring(0, SHOWN_TEXT) + "…";
    }
  }

  List<Job> all() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(ALL);
        ResultSet rows = statement.executeQuery()) {
      List<Job> jobs = new ArrayList<>();
      while (rows.next()) {
        jobs.add(
            new Job(rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4)));
      }
      return jobs;
    }
  }

  boolean any(Predicate<Job> wanted) throws SQLException {
    return all().stream().anyMatch(wanted);
  }

  /** Looks again and again; commits come from other threads. */
  boolean anyWithin(Predicate<Job> wanted, Duration limit) throws SQLException {
    Pace pace = new Pace(Duration.ofMillis(1), Duration.ofMillis(32), ticker);
    long begun = ticker.nanos();
    while (!any(wanted)) {
      long left = limit.toNanos() - (ticker.nanos() - begun);
      if (left <= 0) {
        return false;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted while it waited for a job");
      }
      LockSupport.parkNanos(this, Math.min(left, pace.after(0)));
    }
    return true;
  }

  /** What there is, a line each. */
  String shown() throws SQLException {
    List<Job> jobs = all();
    if (jobs.isEmpty()) {
      return "nothing is enqueued";
    }
    StringBuilder text = new StringBuilder("enqueued or ended:");
    jobs.stream().limit(SHOWN).forEach(job -> text.append("\n  ").append(job));
    if (jobs.size() > SHOWN) {
      text.append("\n  and ").append(jobs.size() - SHOWN).append(" more");
    }
    return text.toString();
  }
}
