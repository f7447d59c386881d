package dev.stagedoor.outbox;

import dev.stagedoor.event.Events;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.PayloadLimit;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.job.RunNow;
import dev.stagedoor.job.Transition;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.NoTransactionException;
import dev.stagedoor.tx.Retrying;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The outbox over JDBC. Internal to the library; thread-safe. */
public final class JdbcOutbox implements Outbox {
  private final OutboxKit kit;
  private final Interventions interventions;
  private volatile boolean schemaKnown;

  /** An outbox of a process that checks the schema when it starts. */
  public JdbcOutbox(OutboxKit kit) {
    this(kit, true);
  }

  private JdbcOutbox(OutboxKit kit, boolean schemaKnown) {
    this.kit = kit;
    this.interventions = new Interventions(kit);
    this.schemaKnown = schemaKnown;
  }

  static Outbox enqueueOnly(DataSource database) {
    Events nobody = Events.none();
    return new JdbcOutbox(
        new OutboxKit(
            new JdbcTransactions(database, nobody), JacksonCodec.STANDARD, nobody, Nudge.NONE),
        false);
  }

  @Override
  public <P> Enqueued enqueue(Connection tx, JobType<P> type, P payload) throws SQLException {
    return enqueue(tx, type.job(payload));
  }

  @Override
  public Enqueued enqueue(Connection tx, NewJob<?> job) throws SQLException {
    requireUsable(tx);
    Enqueued enqueued = insert(tx, OutboxSql.ENQUEUE, job);
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
    Enqueued enqueued = insert(current, OutboxSql.ENQUEUE, job);
    kit.transactions().afterCommit(kit.nudge()::committed);
    return enqueued;
  }

  @Override
  public Enqueued enqueueAlone(NewJob<?> job) throws SQLException {
    return Retrying.run(
        kit.transactions(),
        c -> {
          requireUsable(c);
          Enqueued enqueued = insert(c, OutboxSql.ENQUEUE_ALONE, job);
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
    List<Enqueued> answers = new ArrayList<>(all.size());
    try (PreparedStatement statement = prepareAll(tx, all);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        answers.add(enqueued(all.get(answers.size()), row));
      }
    }
    kit.nudge().written();
    return List.copyOf(answers);
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

  private Enqueued insert(Connection tx, String sql, NewJob<?> job) throws SQLException {
    try (PreparedStatement statement =
        BoundStatement.prepare(
            tx,
            sql,
            job.type().queue(),
            job.type().name(),
            text(kit.codec(), job),
            job.priority(),
            job.requestId().orElse(null),
            job.traceparent().orElse(null),
            job.delay(),
            job.dueAt().orElse(null))) {
      statement.execute();
      try (ResultSet row =
          sql.equals(OutboxSql.ENQUEUE)
              ? statement.getResultSet()
              : BoundStatement.nextRows(statement)) {
        row.next();
        return enqueued(job, row);
      }
    }
  }

  private PreparedStatement prepareAll(Connection tx, List<NewJob<?>> jobs) throws SQLException {
    return BoundStatement.prepare(
        tx,
        OutboxSql.ENQUEUE_ALL,
        texts(jobs, j -> j.type().queue()),
        texts(jobs, j -> j.type().name()),
        texts(jobs, j -> text(kit.codec(), j)),
        texts(jobs, j -> Integer.toString(j.priority())),
        texts(jobs, j -> j.requestId().orElse(null)),
        texts(jobs, j -> j.traceparent().orElse(null)),
        texts(jobs, j -> j.delay().toString()),
        texts(jobs, j -> j.dueAt().map(Object::toString).orElse(null)));
  }

  private static @Nullable String[] texts(
      List<NewJob<?>> jobs, Function<NewJob<?>, @Nullable String> column) {
    @Nullable String[] texts = new String[jobs.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = column.apply(jobs.get(i));
    }
    return texts;
  }

  private Enqueued enqueued(NewJob<?> job, ResultSet row) throws SQLException {
    JobId id = new JobId(row.getObject("id", UUID.class));
    kit.events()
        .on(
            new JobEvent.Moved(
                id, job.type().name(), Transition.ENQUEUE, 1, 0, Interventions.CALLER, null));
    return new Enqueued(id, false);
  }

  static String text(PayloadCodec codec, NewJob<?> job) {
    return PayloadLimit.requireStorable(job.type(), codec.encode(job.payload()));
  }
}
