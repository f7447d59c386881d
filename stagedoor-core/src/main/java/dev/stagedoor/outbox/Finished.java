package dev.stagedoor.outbox;

import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.JobId;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Completes jobs, many in one transaction. Internal to the library; thread-safe.
 *
 * <p>A batch that fails on a lock or for any reason of one job goes one by one, so that no job
 * holds up the others; what is locked, or fails, stays {@link How#STANDING} and is offered again.
 */
public final class Finished {
  private final Transactions transactions;

  public Finished(Transactions transactions) {
    this.transactions = transactions;
  }

  /** What a completion found. */
  public enum How {
    /** Complete: the row is gone. */
    GONE,
    /** Complete, and due once more since its unique key was enqueued again. */
    AGAIN,
    /** Locked by somebody: offer it again. */
    STANDING,
    /** Gone, newer or not live before: nothing was written, the entry may be settled. */
    NOT_WANTED;

    /** Whether the completion was written. */
    public boolean isWritten() {
      return this == GONE || this == AGAIN;
    }

    private static How of(String word) {
      return valueOf(word.replace(' ', '_').toUpperCase(Locale.ROOT));
    }
  }

  /**
   * How one job was completed.
   *
   * @param lateMillis from when it was due, by the database's clock; 0 where nothing was written
   */
  public record Completion(How how, long lateMillis) {
    static final Completion STANDING = new Completion(How.STANDING, 0);
    public static final Completion NOT_WANTED = new Completion(How.NOT_WANTED, 0);
  }

  /**
   * A run whose handler did the work.
   *
   * @param tookMillis since the run began
   */
  public record Done(RunRef run, @Nullable String requestId, long tookMillis) {}

  /**
   * What a batch came to.
   *
   * @param failure of a job that stands, where it is not a lock; null if there was none
   */
  public record Completed(Map<UUID, Completion> jobs, @Nullable Exception failure) {
    /** Of one that was asked for. */
    public Completion of(UUID job) {
      return jobs.getOrDefault(job, Completion.STANDING);
    }
  }

  /**
   * Completes what can be completed now.
   *
   * @throws SQLException if the connection was lost: nothing is known, all of them are offered
   *     again
   */
  public Completed complete(List<Done> batch) throws SQLException {
    List<Done> sorted = new ArrayList<>(batch);
    sorted.sort(Comparator.comparing(d -> d.run().jobId()));
    try {
      return new Completed(
          transactions.<Map<UUID, Completion>, SQLException>open(c -> complete(c, sorted)), null);
    } catch (SQLException | RuntimeException e) {
      if (SqlStates.connectionLost(e)) {
        throw e;
      }
      if (batch.size() > 1) {
        return oneByOne(sorted);
      }
      return new Completed(
          Map.of(sorted.get(0).run().jobId().value(), Completion.STANDING),
          SqlStates.tryAgain(e) ? null : e);
    }
  }

  private Completed oneByOne(List<Done> sorted) throws SQLException {
    Map<UUID, Completion> answers = new HashMap<>();
    Exception failure = null;
    for (Done done : sorted) {
      Completed one = complete(List.of(done));
      answers.putAll(one.jobs());
      failure = one.failure() == null ? failure : one.failure();
    }
    return new Completed(answers, failure);
  }

  private static Map<UUID, Completion> complete(Connection c, List<Done> sorted)
      throws SQLException {
    Set<UUID> recorded = record(c, sorted);
    Map<UUID, Completion> answers = finish(c, JobRowsSql.FINISH, sorted);
    recorded.removeIf(id -> answers.containsKey(id) && answers.get(id).how().isWritten());
    if (!recorded.isEmpty()) {
      unrecord(c, recorded);
    }
    return answers;
  }

  private static Set<UUID> record(Connection c, List<Done> batch) throws SQLException {
    return record(c, JobRowsSql.RECORD, batch);
  }

  /**
   * Records the completions of many jobs whose effects are to follow in this transaction, whose
   * first statement it is.
   *
   * @return those that are fresh: wanted, and not completed by a twin
   */
  public static Set<JobId> begin(Connection c, List<Done> many) throws SQLException {
    List<Done> sorted = new ArrayList<>(many);
    sorted.sort(Comparator.comparing(d -> d.run().jobId()));
    return record(c, JobRowsSql.RECORD_MANY, sorted).stream()
        .map(JobId::new)
        .collect(Collectors.toSet());
  }

  /**
   * Completes jobs whose completions this transaction has recorded; its last statements but the
   * commit.
   *
   * @return how each ended; what {@link How#isWritten} may commit
   */
  public static Map<JobId, Completion> end(Connection c, List<Done> many) throws SQLException {
    List<Done> sorted = new ArrayList<>(many);
    sorted.sort(Comparator.comparing(d -> d.run().jobId()));
    Map<JobId, Completion> answers = new HashMap<>();
    finish(c, JobRowsSql.FINISH_WAITING, sorted)
        .forEach((id, completion) -> answers.put(new JobId(id), completion));
    return answers;
  }

  /** Takes back what {@link #begin} has recorded of these. */
  public static void takeBack(Connection c, Collection<JobId> jobs) throws SQLException {
    unrecord(c, jobs.stream().map(JobId::value).collect(Collectors.toSet()));
  }

  private static Set<UUID> record(Connection c, String sql, List<Done> batch) throws SQLException {
    try (PreparedStatement s = c.prepareStatement(sql)) {
      s.setArray(1, c.createArrayOf("uuid", column(batch, d -> d.run().jobId().value())));
      s.setArray(2, c.createArrayOf("int4", column(batch, d -> d.run().attempt())));
      s.setArray(3, c.createArrayOf("int4", column(batch, d -> d.run().run())));
      s.setArray(4, c.createArrayOf("text", column(batch, d -> d.run().type())));
      s.setArray(5, c.createArrayOf("text", column(batch, d -> d.run().queue())));
      s.setArray(6, c.createArrayOf("text", column(batch, d -> d.run().worker())));
      s.setArray(7, c.createArrayOf("text", column(batch, Done::requestId)));
      s.setArray(8, c.createArrayOf("int8", column(batch, Done::tookMillis)));
      Set<UUID> recorded = new HashSet<>();
      try (ResultSet r = JobRows.rows(s)) {
        while (r.next()) {
          recorded.add(r.getObject(1, UUID.class));
        }
      }
      return recorded;
    }
  }

  private static @Nullable Object[] column(
      List<Done> batch, Function<Done, @Nullable Object> value) {
    return batch.stream().map(value).toArray();
  }

  private static Map<UUID, Completion> finish(Connection c, String sql, List<Done> batch)
      throws SQLException {
    try (PreparedStatement s = c.prepareStatement(sql)) {
      s.setArray(1, c.createArrayOf("uuid", column(batch, d -> d.run().jobId().value())));
      s.setArray(2, c.createArrayOf("int4", column(batch, d -> d.run().attempt())));
      Map<UUID, Completion> answers = new HashMap<>();
      try (ResultSet r = s.executeQuery()) {
        while (r.next()) {
          answers.put(
              r.getObject(1, UUID.class), new Completion(How.of(r.getString(2)), r.getLong(3)));
        }
      }
      forget(c, answers);
      return answers;
    }
  }

  private static void forget(Connection c, Map<UUID, Completion> answers) throws SQLException {
    Set<UUID> again = new HashSet<>();
    answers.forEach(
        (id, completion) -> {
          if (completion.how() == How.AGAIN) {
            again.add(id);
          }
        });
    if (!again.isEmpty()) {
      delete(c, JobRowsSql.FORGET, again);
    }
  }

  private static void unrecord(Connection c, Set<UUID> ids) throws SQLException {
    delete(c, JobRowsSql.UNRECORD, ids);
  }

  private static void delete(Connection c, String sql, Set<UUID> ids) throws SQLException {
    try (PreparedStatement s = c.prepareStatement(sql)) {
      s.setArray(1, c.createArrayOf("uuid", ids.toArray()));
      s.executeUpdate();
    }
  }

  /**
   * Completes one job inside its own transaction, whose first statement wrote the record: the last
   * statement before its commit. {@link How#GONE}, {@link How#AGAIN}, or {@link How#NOT_WANTED}:
   * not live with that attempt any more, so roll back.
   */
  public static Completion inOwnTransaction(Connection c, RunRef run) throws SQLException {
    OptionalLong late = finishOne(c, run);
    if (late.isPresent()) {
      return new Completion(How.GONE, late.getAsLong());
    }
    for (int i = 0; i < 3; i++) {
      Completion completion =
          finish(c, JobRowsSql.FINISH_WAITING, List.of(new Done(run, null, 0)))
              .getOrDefault(run.jobId().value(), Completion.NOT_WANTED);
      if (completion.how() != How.STANDING) {
        return completion;
      }
      // moved between this statement's snapshot and its lock: the next snapshot tells
    }
    return Completion.NOT_WANTED;
  }

  private static OptionalLong finishOne(Connection c, RunRef run) throws SQLException {
    try (PreparedStatement s =
            BoundStatement.prepare(c, JobRowsSql.FINISH_ONE, run.jobId(), run.attempt());
        ResultSet r = s.executeQuery()) {
      r.next();
      long late = r.getLong(1);
      return r.wasNull() ? OptionalLong.empty() : OptionalLong.of(late);
    }
  }
}
