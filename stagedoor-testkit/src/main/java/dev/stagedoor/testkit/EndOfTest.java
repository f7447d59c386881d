package dev.stagedoor.testkit;

import dev.stagedoor.loop.Pace;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.testkit.world.LentConnections;
import dev.stagedoor.testkit.world.LentConnections.Lent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** The audit after a test; {@link Audit} says what it looks for. */
final class EndOfTest {
  /** Completed, and a row that would be run again. */
  private static final String COMPLETED_AND_LIVE =
      """
      SELECT 'job ' || o.type || ' ' || o.id || ' is ' || p.outcome
             || ' and still in the outbox: it will run again'
        FROM stagedoor.outbox o JOIN stagedoor.processed_jobs p ON p.job_id = o.id AND p.step = ''
       WHERE o.state = 'live'
      """;

  private static final String VANISHED =
      """
      SELECT 'job ' || e.type || ' ' || e.id || ' is lost: its row is gone, and it was neither'
             || ' completed nor cancelled'
        FROM stagedoor_test.enqueued e
       WHERE NOT EXISTS (SELECT FROM stagedoor.outbox o WHERE o.id = e.id)
         AND NOT EXISTS (SELECT FROM stagedoor.processed_jobs p
                          WHERE p.job_id = e.id AND p.step = '')
      """;

  /** Of our own worker only: others may be at it. */
  private static final String CLAIMED =
      """
      SELECT 'effect ' || kind || ' of ' || subject || ' is in limbo: claimed by a run that is over'
        FROM stagedoor.effects
       WHERE state = 'claimed' AND isfinite(claimed_at) AND worker = ?
      """;

  private static final String MARKED =
      """
      SELECT queue, mark_entry, 'job ' || type || ' ' || id
        FROM stagedoor.outbox WHERE state = 'live' AND mark_stream = ?
      """;

  private static final String OPEN_TRANSACTIONS =
      """
      SELECT 'a transaction is open in session ' || pid || ', which ' || state || '; its statement: '
             || left(query, 100)
        FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend'
         AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
      """;

  private static final String LEFT =
      """
      SELECT 'job ' || type || ' is left, ' || state || coalesce(': ' || split_part(cause, E'\\n', 1), '')
        FROM stagedoor.jobs WHERE payload IS NOT NULL ORDER BY created_at
      """;

  /** Threads of the test may be about to commit and to close. */
  private static final Duration GRACE = Duration.ofMillis(300);

  private final DataSource database;
  private final JobStream stream;
  private final RunLog log;
  private final LentConnections lent;

  EndOfTest(DataSource database, JobStream stream, RunLog log, LentConnections lent) {
    this.database = database;
    this.stream = stream;
    this.log = log;
    this.lent = lent;
  }

  /**
   * @throws AssertionError with a line for each finding
   */
  void audit(Audit audit) throws SQLException {
    if (audit == Audit.OFF) {
      return;
    }
    log.refuseTroubles();
    Ticker ticker = Ticker.SYSTEM;
    Pace pace = new Pace(Duration.ofMillis(1), Duration.ofMillis(50), ticker);
    long begun = ticker.nanos();
    List<String> findings = findings(audit);
    while (!findings.isEmpty() && ticker.nanos() - begun < GRACE.toNanos()) {
      LockSupport.parkNanos(this, pace.after(0));
      findings = findings(audit);
    }
    if (!findings.isEmpty()) {
      throw failure(findings);
    }
  }

  private AssertionError failure(List<String> findings) {
    AssertionError error =
        new AssertionError("after the test:\n  " + String.join("\n  ", findings));
    lent.open().forEach(each -> error.addSuppressed(each.taken()));
    return error;
  }

  private List<String> findings(Audit audit) throws SQLException {
    List<String> findings = new ArrayList<>(log.doubled());
    try (Connection connection = database.getConnection()) {
      findings.addAll(lines(connection, COMPLETED_AND_LIVE));
      findings.addAll(lines(connection, VANISHED));
      findings.addAll(withoutEntry(connection));
      findings.addAll(lines(connection, CLAIMED, DueJobs.WORKER));
      findings.addAll(lines(connection, OPEN_TRANSACTIONS));
      if (audit == Audit.NOTHING_LEFT) {
        findings.addAll(lines(connection, LEFT));
      }
    }
    for (Lent each : lent.open()) {
      findings.add("a connection was not closed; it was taken " + each.where());
    }
    return findings;
  }

  private List<String> withoutEntry(Connection connection) throws SQLException {
    List<String> findings = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(MARKED)) {
      statement.setString(1, stream.name());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          List<EntryId> entry = List.of(new EntryId(rows.getString(2)));
          if (stream.alive(rows.getString(1), entry).isEmpty()) {
            findings.add(rows.getString(3) + " is in limbo: published, and no entry is left of it");
          }
        }
      }
    }
    return findings;
  }

  private static List<String> lines(Connection connection, String sql, String... arguments)
      throws SQLException {
    List<String> lines = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setString(i + 1, arguments[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          lines.add(rows.getString(1));
        }
      }
    }
    return lines;
  }
}
