package dev.stagedoor.worker;

import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Windows;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.LocalStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One database, one stream, and as many Stagedoors on them as a test wants: each is a process of
 * its own as far as the protocol can see. Windows are short, the sweep is off unless a test turns
 * it on, so that nothing is repaired behind a test's back.
 */
final class Stage implements AutoCloseable {
  static final JobType<Word> WORK = JobType.of("work", Word.class);

  /** A payload. */
  record Word(String text) {}

  /** Reclaim 600 ms, heartbeat 150 ms, time-out 3 s, first retry after 20 ms; no sweep. */
  static final Windows SHORT =
      Windows.STANDARD
          .dividedBy(100)
          .withRetry(
              new dev.stagedoor.job.RetryPolicy(
                  5, Duration.ofMillis(20), Duration.ofSeconds(1), Duration.ofHours(20)))
          .withSweep(Duration.ofHours(1));

  final DataSource database;
  final LocalStream stream = LocalStream.inThisProcess();
  final Recorder events = new Recorder();
  private final List<Stagedoor> open = new ArrayList<>();

  Stage() {
    database = FreshSchema.create();
    sql("CREATE TABLE counter (name text PRIMARY KEY, n bigint NOT NULL)");
  }

  /** A process that publishes and nothing else. */
  Stagedoor relay() {
    return start(b -> b.roles(Role.RELAY, Role.WORKER), stream);
  }

  /** A process that publishes and runs handlers. */
  Stagedoor start(UnaryOperator<Stagedoor.Builder> more) {
    return start(more, stream);
  }

  Stagedoor start(UnaryOperator<Stagedoor.Builder> more, JobStream over) {
    Stagedoor.Builder builder =
        Stagedoor.builder(database).stream(new Shared(over))
            .windows(SHORT)
            .migrate(false)
            .listener(events);
    Stagedoor stagedoor = more.apply(builder).build().start();
    open.add(stagedoor);
    return stagedoor;
  }

  JobId enqueue(String text) throws SQLException {
    return enqueue(WORK.job(new Word(text)));
  }

  JobId enqueue(NewJob<?> job) throws SQLException {
    Stagedoor any = open.isEmpty() ? null : open.get(0);
    Enqueued enqueued =
        any != null
            ? any.outbox().enqueueAlone(job)
            : dev.stagedoor.outbox.Outbox.on(database).enqueueAlone(job);
    return enqueued.id();
  }

  /** Jobs with the payloads {@code job-0}, {@code job-1} and so on, in one transaction. */
  void enqueueMany(int jobs) throws SQLException {
    try (Connection tx = database.getConnection()) {
      tx.setAutoCommit(false);
      dev.stagedoor.outbox.Outbox.on(database)
          .enqueueAll(
              tx, IntStream.range(0, jobs).mapToObj(n -> WORK.job(new Word("job-" + n))).toList());
      tx.commit();
    }
  }

  /** Runs statements on a connection of its own. */
  void sql(String... statements) {
    try (Connection c = database.getConnection();
        Statement s = c.createStatement()) {
      for (String statement : statements) {
        s.execute(statement);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  long number(String query, @Nullable Object... args) {
    try (Connection c = database.getConnection();
        PreparedStatement s = c.prepareStatement(query)) {
      for (int i = 0; i < args.length; i++) {
        s.setObject(i + 1, args[i] instanceof JobId id ? id.value() : args[i]);
      }
      try (ResultSet r = s.executeQuery()) {
        return r.next() ? r.getLong(1) : -1;
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Nullable String text(String query, @Nullable Object... args) {
    try (Connection c = database.getConnection();
        PreparedStatement s = c.prepareStatement(query)) {
      for (int i = 0; i < args.length; i++) {
        s.setObject(i + 1, args[i] instanceof JobId id ? id.value() : args[i]);
      }
      try (ResultSet r = s.executeQuery()) {
        return r.next() ? r.getString(1) : null;
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  long counter(String name) {
    return number("SELECT n FROM counter WHERE name = ?", name);
  }

  boolean isGone(JobId id) {
    return number("SELECT count(*) FROM stagedoor.outbox WHERE id = ?", id) == 0;
  }

  /** Waits until the stream holds nothing of the queue any more. */
  void awaitSettled(String queue) {
    await("everything settled in " + queue, () -> stream.depth(queue) == 0);
  }

  /** For what no event tells: looks again and again, with a limit. */
  static void await(String what, java.util.function.BooleanSupplier condition) {
    await(what, 20, condition);
  }

  static void await(String what, int seconds, java.util.function.BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("did not come: " + what);
      }
      java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  @Override
  public void close() {
    for (Stagedoor each : open) {
      each.close();
    }
    stream.close();
  }
}
