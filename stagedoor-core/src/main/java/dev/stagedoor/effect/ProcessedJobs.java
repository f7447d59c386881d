package dev.stagedoor.effect;

import dev.stagedoor.event.RunRef;
import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The fourth technique: the job's id, recorded in the transaction of its effects. For effects that
 * have no state to read and no row of their own, such as a counter. Stateless.
 *
 * <p>Gives nothing for effects outside that transaction. How long the records are kept does not
 * matter: a job whose row is gone, rewritten or not live is not wanted, record or not.
 *
 * <p>What it survives: two runs at once (the second waits on the unique index until the first has
 * committed or rolled back); a kill at any instruction (record and effect roll back together); a
 * kill after the commit (a record beside a live row means that this step is applied, <em>no
 * more</em>: the next run goes on behind it); a delivery months late.
 */
public final class ProcessedJobs {
  /** The step that completion and cancel write; {@code handleOnce} writes only this one. */
  public static final String COMPLETION = "";

  /** How the record of an enqueued child begins. */
  public static final String ENQUEUE_PREFIX = "enqueue ";

  private static final int LONGEST_STEP = 100;

  private ProcessedJobs() {}

  /** What {@link #begin} found. */
  public enum Begun {
    /** The record is written: do the effect in this transaction. */
    FRESH,
    /** An earlier run has applied it, and has committed. */
    APPLIED_BEFORE,
    /** The job is gone, newer, or not live. The transaction must be rolled back. */
    NOT_WANTED
  }

  /**
   * Records the step, first of all statements of the transaction and in one round trip; waits for a
   * twin that is about to do the same.
   *
   * @param step {@link #COMPLETION}, or one that {@link #requireStep} let through
   * @param sinceStart how long the run has taken so far
   */
  public static Begun begin(
      Connection connection,
      RunRef run,
      String step,
      @Nullable String requestId,
      Duration sinceStart)
      throws SQLException {
    try (PreparedStatement statement =
        BoundStatement.prepare(
            connection,
            ProcessedJobsSql.BEGIN,
            run.jobId(),
            step,
            run.type(),
            run.queue(),
            step.equals(COMPLETION) ? "completed" : "applied",
            run.attempt(),
            run.run(),
            run.worker(),
            requestId,
            sinceStart,
            run.jobId(),
            run.attempt(),
            run.jobId(),
            step,
            run.jobId(),
            run.attempt())) {
      statement.execute();
      boolean inserted = statement.getUpdateCount() == 1;
      try (ResultSet row = BoundStatement.nextRows(statement)) {
        row.next();
        return begun(inserted, row.getBoolean("live"), row.getBoolean("applied"));
      }
    }
  }

  private static Begun begun(boolean inserted, boolean live, boolean applied) {
    if (inserted && live) {
      return Begun.FRESH;
    }
    // inserted and not live: cancelled while this run waited for a twin that rolled back
    return !inserted && (live || applied) ? Begun.APPLIED_BEFORE : Begun.NOT_WANTED;
  }

  /**
   * Whether the job's row is live and at this run's attempt: the first statement of a transaction.
   */
  public static boolean wanted(Connection connection, RunRef run) throws SQLException {
    try (PreparedStatement statement =
            BoundStatement.prepare(
                connection, ProcessedJobsSql.WANTED, run.jobId(), run.attempt());
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getBoolean("live");
    }
  }

  /**
   * The step, if a user may call one so.
   *
   * @throws IllegalArgumentException unless it has 1 to 100 printable characters and does not begin
   *     like the records of enqueued children
   */
  public static String requireStep(String step) {
    if (step.isBlank() || step.length() > LONGEST_STEP) {
      throw new IllegalArgumentException(
          "step \"" + step + "\" of " + step.length() + " characters: give 1 to " + LONGEST_STEP);
    }
    if (!step.codePoints().allMatch(ProcessedJobs::printable)) {
      throw new IllegalArgumentException("a step's name holds an unprintable character");
    }
    if (step.startsWith(ENQUEUE_PREFIX)) {
      throw new IllegalArgumentException(
          "step \"" + step + "\": names that begin with \"enqueue \" are Stagedoor's own");
    }
    return step;
  }

  private static boolean printable(int c) {
    int type = Character.getType(c);
    return type != Character.CONTROL && type != Character.SURROGATE && type != Character.UNASSIGNED;
  }
}
