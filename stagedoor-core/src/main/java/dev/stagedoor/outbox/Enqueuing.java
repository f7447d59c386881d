package dev.stagedoor.outbox;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Transition;
import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes the rows of jobs that nobody runs: one, or thousands in a statement. Thread-safe. */
final class Enqueuing {
  private final OutboxKit kit;

  Enqueuing(OutboxKit kit) {
    this.kit = kit;
  }

  /** In a transaction of the caller's. */
  Enqueued one(Connection tx, NewJob<?> job) throws SQLException {
    String sql = isKeyed(job) ? OutboxSql.ENQUEUE_KEYED : OutboxSql.ENQUEUE;
    try (PreparedStatement statement = BoundStatement.prepare(tx, sql, arguments(job));
        ResultSet row = statement.executeQuery()) {
      row.next();
      return enqueued(job, row);
    }
  }

  /** As the only statement of a transaction of ours. */
  Enqueued alone(Connection own, NewJob<?> job) throws SQLException {
    String sql = isKeyed(job) ? OutboxSql.ENQUEUE_KEYED_ALONE : OutboxSql.ENQUEUE_ALONE;
    try (PreparedStatement statement = BoundStatement.prepare(own, sql, arguments(job))) {
      statement.execute();
      try (ResultSet row = BoundStatement.nextRows(statement)) {
        row.next();
        return enqueued(job, row);
      }
    }
  }

  private static boolean isKeyed(NewJob<?> job) {
    return job.uniqueKey().isPresent();
  }

  private @Nullable Object[] arguments(NewJob<?> job) {
    List<@Nullable Object> arguments = new ArrayList<>();
    arguments.add(job.type().queue());
    arguments.add(job.type().name());
    arguments.add(JdbcOutbox.text(kit.codec(), job));
    arguments.add(job.priority());
    arguments.add(job.requestId().orElse(null));
    arguments.add(job.traceparent().orElse(null));
    job.uniqueKey().ifPresent(arguments::add);
    arguments.add(job.delay());
    arguments.add(job.dueAt().orElse(null));
    if (isKeyed(job)) {
      arguments.add(job.again());
    }
    return arguments.toArray();
  }

  /**
   * One statement for each kind among them. Those that mark an existing job come before those that
   * leave it: one that this very call has written need not run twice.
   */
  List<Enqueued> all(Connection tx, List<NewJob<?>> jobs) throws SQLException {
    @Nullable Enqueued[] answers = new Enqueued[jobs.size()];
    all(tx, OutboxSql.ENQUEUE_ALL, jobs, j -> !isKeyed(j), answers);
    all(tx, OutboxSql.ENQUEUE_ALL_KEYED, jobs, j -> isKeyed(j) && j.again(), answers);
    all(tx, OutboxSql.ENQUEUE_ALL_KEYED_ONCE, jobs, j -> isKeyed(j) && !j.again(), answers);
    return Arrays.asList(answers).stream().<Enqueued>map(a -> a).toList();
  }

  private void all(
      Connection tx,
      String sql,
      List<NewJob<?>> jobs,
      Predicate<NewJob<?>> which,
      @Nullable Enqueued[] answers)
      throws SQLException {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      if (which.test(jobs.get(i))) {
        places.add(i);
      }
    }
    if (places.isEmpty()) {
      return;
    }
    List<NewJob<?>> some = places.stream().<NewJob<?>>map(jobs::get).toList();
    boolean keyed = isKeyed(some.get(0));
    try (PreparedStatement statement = BoundStatement.prepare(tx, sql, columns(some, keyed));
        ResultSet row = statement.executeQuery()) {
      for (int i = 0; row.next(); i++) {
        answers[places.get(i)] = enqueued(some.get(i), row);
      }
    }
  }

  private @Nullable Object[] columns(List<NewJob<?>> jobs, boolean keyed) {
    List<@Nullable Object> columns = new ArrayList<>();
    columns.add(texts(jobs, j -> j.type().queue()));
    columns.add(texts(jobs, j -> j.type().name()));
    columns.add(texts(jobs, j -> JdbcOutbox.text(kit.codec(), j)));
    columns.add(texts(jobs, j -> Integer.toString(j.priority())));
    columns.add(texts(jobs, j -> j.requestId().orElse(null)));
    columns.add(texts(jobs, j -> j.traceparent().orElse(null)));
    columns.add(texts(jobs, j -> j.delay().toString()));
    columns.add(texts(jobs, j -> j.dueAt().map(Object::toString).orElse(null)));
    if (keyed) {
      columns.add(texts(jobs, j -> j.uniqueKey().orElse(null)));
    }
    return columns.toArray();
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
    boolean existing = row.getBoolean("existing");
    kit.events().on(existing ? known(job, id) : written(job, id));
    return new Enqueued(id, existing);
  }

  private static JobEvent written(NewJob<?> job, JobId id) {
    return new JobEvent.Moved(
        id, job.type().name(), Transition.ENQUEUE, 1, 0, Interventions.CALLER, null);
  }

  static JobEvent known(NewJob<?> job, JobId id) {
    return new JobEvent.KeyKnown(id, job.type().name(), job.again());
  }
}
