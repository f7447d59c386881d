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
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
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
    JobId child = ChildId.mint(run.jobId(), parent.round(), job.type().name(), payload);
    requireFirst(child, job);
    boolean written = insert(child, job, payload) == 1;
    tellAfterCommit(written ? enqueued(child, job) : absorbed(child));
    kit.transactions()
        .afterCommit(
            () -> {
              childrenOfRun.add(child);
              kit.nudge().committed();
            });
    return new Enqueued(child, !written);
  }

  private void requireFirst(JobId child, NewJob<?> job) {
    if (childrenOfRun.contains(child) || !children.add(child)) {
      throw new IllegalStateException(
          "this run has enqueued "
              + job.type().name()
              + " with the same payload already, and the second would be absorbed: give the two"
              + " payloads something that tells them apart");
    }
  }

  private int insert(JobId child, NewJob<?> job, String payload) throws SQLException {
    return BoundStatement.update(
        connection,
        OutboxSql.ENQUEUE_CHILD,
        run.jobId(),
        step(child),
        run.type(),
        run.queue(),
        run.attempt(),
        run.run(),
        run.worker(),
        child,
        job.type().queue(),
        job.type().name(),
        payload,
        job.priority(),
        job.requestId().orElse(parent.requestId()),
        job.traceparent().orElse(parent.traceparent()),
        job.delay(),
        job.dueAt().orElse(null));
  }

  private static String step(JobId child) {
    return ProcessedJobs.ENQUEUE_PREFIX + child;
  }

  private JobEvent enqueued(JobId child, NewJob<?> job) {
    return new JobEvent.Moved(
        child, job.type().name(), Transition.ENQUEUE, 1, 0, run.worker(), null);
  }

  private JobEvent absorbed(JobId child) {
    return new JobEvent.Absorbed(run, Technique.JOB_ID, step(child));
  }

  private void tellAfterCommit(JobEvent event) {
    kit.transactions().afterCommit(() -> kit.events().on(event));
  }
}
