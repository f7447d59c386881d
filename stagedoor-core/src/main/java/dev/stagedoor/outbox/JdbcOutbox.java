package dev.stagedoor.outbox;

import dev.stagedoor.event.Events;
import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.PayloadLimit;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.job.RunNow;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.NoTransactionException;
import dev.stagedoor.tx.Retrying;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;

/** The outbox over JDBC. Internal to the library; thread-safe. */
public final class JdbcOutbox implements Outbox {
  private final OutboxKit kit;
  private final Enqueuing enqueuing;
  private final Interventions interventions;
  private volatile boolean schemaKnown;

  /** An outbox of a process that checks the schema when it starts. */
  public JdbcOutbox(OutboxKit kit) {
    this(kit, true);
  }

  private JdbcOutbox(OutboxKit kit, boolean schemaKnown) {
    this.kit = kit;
    this.enqueuing = new Enqueuing(kit);
    this.interventions = new Interventions(kit);
    this.schemaKnown = schemaKnown;
  }

  static Outbox enqueueOnly(DataSource database, PayloadCodec codec) {
    Events nobody = Events.none();
    return new JdbcOutbox(
        new OutboxKit(new JdbcTransactions(database, nobody), codec, nobody, Nudge.NONE), false);
  }

  @Override
  public <P> Enqueued enqueue(Connection tx, JobType<P> type, P payload) throws SQLException {
    return enqueue(tx, type.job(payload));
  }

  @Override
  public Enqueued enqueue(Connection tx, NewJob<?> job) throws SQLException {
    requireUsable(tx);
    Enqueued enqueued = enqueuing.one(tx, job);
    kit.nudge().written();
    return enqueued;
  }

  @Override
  public <P> Enqueued enqueue(JobType<P> type, P payload) throws SQLException {
    return enqueue(type.job(payload));
  }

  @Override
  public Enqueued enqueue(NewJob<?> job) throws SQLException {
    Connection current = kit.transactions().current();
    requireUsable(current);
    Enqueued enqueued = enqueuing.one(current, job);
    kit.transactions().afterCommit(kit.nudge()::committed);
    return enqueued;
  }

  @Override
  public Enqueued enqueueAlone(NewJob<?> job) throws SQLException {
    return Retrying.run(
        kit.transactions(),
        c -> {
          requireUsable(c);
          Enqueued enqueued = enqueuing.alone(c, job);
          kit.transactions().afterCommit(kit.nudge()::committed);
          return enqueued;
        });
  }

  @Override
  public List<Enqueued> enqueueAll(Connection tx, Collection<? extends NewJob<?>> jobs)
      throws SQLException {
    requireUsable(tx);
    List<NewJob<?>> all = List.copyOf(jobs);
    if (all.isEmpty()) {
      return List.of();
    }
    List<Enqueued> answers = enqueuing.all(tx, all);
    kit.nudge().written();
    return answers;
  }

  @Override
  public Cancelled cancel(Connection tx, JobId id) throws SQLException {
    requireUsable(tx);
    return interventions.cancel(tx, id);
  }

  @Override
  public Redriven redrive(Connection tx, JobId id) throws SQLException {
    requireUsable(tx);
    return interventions.redrive(tx, id);
  }

  @Override
  public RunNow runNow(Connection tx, JobId id) throws SQLException {
    requireUsable(tx);
    return interventions.runNow(tx, id);
  }

  @Override
  public void nudge() {
    kit.nudge().committed();
  }

  private void requireUsable(Connection tx) throws SQLException {
    if (tx.getAutoCommit()) {
      throw new NoTransactionException(
          "this connection is in auto-commit mode, the job would not commit with your own change:"
              + " setAutoCommit(false) first, or use enqueueAlone");
    }
    if (!schemaKnown) {
      Migrations.check(tx);
      schemaKnown = true;
    }
  }

  static String text(PayloadCodec codec, NewJob<?> job) {
    return PayloadLimit.requireStorable(job.type(), codec.encode(job.payload()));
  }
}
