package dev.stagedoor.outbox;

import dev.stagedoor.effect.ConditionalWrite;
import dev.stagedoor.effect.ProcessedJobs;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Transition;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.Tx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run's open transaction. Internal to the library; belongs to the run's thread.
 *
 * <p>Its events are told after the commit, so that a transaction that is rolled back and tried
 * again tells nothing twice.
 */
public final class RunTx implements Tx {
  private final OutboxKit kit;
  private final Connection connection;
  private final RunRef run;
  private final Parent parent;
  private final Set<JobId> childrenOfRun;
  private final Set<JobId> children = new HashSet<>();

  /**
   * What children take from the job that runs, as its entry says it.
   *
   * @param round part of their ids
   * @param requestId theirs, as {@code traceparent} is, where they have none of their own
   */
  public record Parent(int round, @Nullable String requestId, @Nullable String traceparent) {}

  /**
   * @param parent what children take from the job that runs
   * @param childrenOfRun what earlier transactions of this run have enqueued; this one adds its own
   *     when it has committed
   */
  public RunTx(
      OutboxKit kit, Connection connection, RunRef run, Parent parent, Set<JobId> childrenOfRun) {
    this.kit = kit;
    this.connection = connection;
    this.run = run;
    this.parent = parent;
    this.childrenOfRun = childrenOfRun;
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
    boolean changed = ConditionalWrite.changed(connection, sql, args);
    String what = ConditionalWrite.label(sql);
    tellAfterCommit(
        changed
            ? new JobEvent.Applied(run, Technique.STATE, what)
            : new JobEvent.Absorbed(run, Technique.STATE, what));
    return changed;
  }

  @Override
  public <P> Enqueued enqueue(JobType<P> type, P payload) throws SQLException {
    return enqueue(type.job(payload));
  }

  @Override
  public Enqueued enqueue(NewJob<?> job) throws SQLException {
    String payload = JdbcOutbox.text(kit.codec(), job);
    JobId child = childId(job, payload);
    requireFirst(child, job);
    Optional<JobId> row = insert(child, job, payload);
    tellAfterCommit(row.map(id -> enqueued(id, child, job)).orElseGet(() -> absorbed(child)));
    kit.transactions()
        .afterCommit(
            () -> {
              childrenOfRun.add(child);
              kit.nudge().committed();
            });
    if (row.isPresent()) {
      return new Enqueued(row.get(), !row.get().equals(child));
    }
    return new Enqueued(holder(job).orElse(child), true);
  }

  /** By its key where it has one: what is asked for is then the same whatever the payload says. */
  private JobId childId(NewJob<?> job, String payload) {
    String type = job.type().name();
    return job.uniqueKey()
        .map(key -> ChildId.mint(run.jobId(), parent.round(), type, "unique key", key))
        .orElseGet(() -> ChildId.mint(run.jobId(), parent.round(), type, payload));
  }

  private void requireFirst(JobId child, NewJob<?> job) {
    if (childrenOfRun.contains(child) || !children.add(child)) {
      throw new IllegalStateException(
          "this run has enqueued "
              + job.type().name()
              + (job.uniqueKey().isPresent()
                  ? " with the same unique key already, and the second would be absorbed: enqueue"
                      + " it once, after the last change"
                  : " with the same payload already, and the second would be absorbed: give the"
                      + " two payloads something that tells them apart"));
    }
  }

  /** The child's row, or the one that has its key; empty if an earlier run has enqueued it. */
  private Optional<JobId> insert(JobId child, NewJob<?> job, String payload) throws SQLException {
    boolean keyed = job.uniqueKey().isPresent();
    List<@Nullable Object> arguments = arguments(child, job, payload);
    if (keyed) {
      arguments.add(job.again());
    }
    return id(keyed ? OutboxSql.ENQUEUE_CHILD_KEYED : OutboxSql.ENQUEUE_CHILD, arguments.toArray());
  }

  private List<@Nullable Object> arguments(JobId child, NewJob<?> job, String payload) {
    List<@Nullable Object> arguments = new ArrayList<>();
    arguments.add(run.jobId());
    arguments.add(step(child));
    arguments.add(run.type());
    arguments.add(run.queue());
    arguments.add(run.attempt());
    arguments.add(run.run());
    arguments.add(run.worker());
    arguments.add(child);
    arguments.add(job.type().queue());
    arguments.add(job.type().name());
    arguments.add(payload);
    arguments.add(job.priority());
    arguments.add(job.requestId().orElse(parent.requestId()));
    arguments.add(job.traceparent().orElse(parent.traceparent()));
    arguments.add(job.uniqueKey().orElse(null));
    arguments.add(job.delay());
    arguments.add(job.dueAt().orElse(null));
    return arguments;
  }

  /** Who has the key of an absorbed child: not the child, where its own enqueue had met the key. */
  private Optional<JobId> holder(NewJob<?> job) throws SQLException {
    return job.uniqueKey().isEmpty()
        ? Optional.empty()
        : id(OutboxSql.KEY_HOLDER, job.type().name(), job.uniqueKey().get());
  }

  private Optional<JobId> id(String sql, @Nullable Object... arguments) throws SQLException {
    try (PreparedStatement statement = BoundStatement.prepare(connection, sql, arguments);
        ResultSet row = statement.executeQuery()) {
      return row.next()
          ? Optional.of(new JobId(row.getObject("id", UUID.class)))
          : Optional.empty();
    }
  }

  private static String step(JobId child) {
    return ProcessedJobs.ENQUEUE_PREFIX + child;
  }

  private JobEvent enqueued(JobId id, JobId child, NewJob<?> job) {
    return id.equals(child)
        ? new JobEvent.Moved(child, job.type().name(), Transition.ENQUEUE, 1, 0, run.worker(), null)
        : Enqueuing.known(job, id);
  }

  private JobEvent absorbed(JobId child) {
    return new JobEvent.Absorbed(run, Technique.JOB_ID, step(child));
  }

  private void tellAfterCommit(JobEvent event) {
    kit.transactions().afterCommit(() -> kit.events().on(event));
  }
}
