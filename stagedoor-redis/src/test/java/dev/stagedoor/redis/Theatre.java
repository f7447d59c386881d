package dev.stagedoor.redis;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Windows;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database, a Redis, and as many Stagedoors on them as a test wants: each is a process of its own
 * as far as the protocol can see.
 */
final class Theatre implements AutoCloseable {
  static final JobType<Word> WORK = JobType.of("work", Word.class);
  static final String QUEUE = "default";

  /** Adds one to the counter of that name. */
  static final String COUNT =
      "INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET n = counter.n + 1";

  /** A payload. */
  record Word(String text) {}

  /** Reclaim 600 ms, heartbeat 150 ms, time-out 30 s, first retry after 20 ms; no sweep. */
  static final Windows SHORT =
      Windows.STANDARD
          .dividedBy(100)
          .withHandlerTimeout(Duration.ofSeconds(30))
          .withRetry(
              new RetryPolicy(
                  5, Duration.ofMillis(20), Duration.ofSeconds(1), Duration.ofHours(20)))
          .withSweep(Duration.ofHours(1));

  final PGSimpleDataSource database = TestServers.freshDatabase(Migrated.NAME);
  final HikariDataSource pool = pool(database);
  final Heard heard = new Heard();
  private final RedisServer server;
  private final RedisStreamOptions options;
  private final RedisUnderTest redis;
  private final List<Stagedoor> open = new ArrayList<>();

  /** Migrated once, and copied for each test. */
  private static final class Migrated {
    static final String NAME = migrated();

    private static String migrated() {
      PGSimpleDataSource database = TestServers.freshDatabase();
      try {
        Migrations.migrate(new JdbcTransactions(database, Events.none()));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      return Objects.requireNonNull(database.getDatabaseName());
    }
  }

  Theatre(RedisServer server) {
    this(server, RedisStreamOptions.defaults());
  }

  Theatre(RedisServer server, RedisStreamOptions options) {
    this.server = server;
    this.options = options;
    this.redis = new RedisUnderTest(server, options);
    sql("CREATE TABLE counter (name text PRIMARY KEY, n bigint NOT NULL)");
  }

  private static HikariDataSource pool(PGSimpleDataSource over) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(over);
    config.setMaximumPoolSize(20);
    config.setMinimumIdle(1);
    return new HikariDataSource(config);
  }

  /** What a test does behind our back. */
  RedisUnderTest redis() {
    return redis;
  }

  /** A client of its own, as a process has; whoever asks for it closes it. */
  RedisStream client() {
    return RedisStream.at(server.redisUrl(), options);
  }

  Stagedoor start(UnaryOperator<Stagedoor.Builder> more) {
    return start(server.redisUrl(), more);
  }

  /** Over another way to the same server. */
  Stagedoor start(String url, UnaryOperator<Stagedoor.Builder> more) {
    Stagedoor.Builder builder =
        Stagedoor.builder(pool).stream(RedisStream.at(url, options))
            .windows(SHORT)
            .migrate(false)
            .listener(heard);
    Stagedoor started = more.apply(builder).build().start();
    open.add(started);
    return started;
  }

  /** A process that publishes and nothing else. */
  Stagedoor relay() {
    return start(b -> b.roles(Role.RELAY));
  }

  /** Enqueues as a process does that has no relay. */
  JobId enqueue(String text) throws SQLException {
    return Outbox.on(pool).enqueueAlone(WORK.job(new Word(text))).id();
  }

  /** Jobs with the payloads {@code PREFIX-0}, {@code PREFIX-1} and so on, in one transaction. */
  void enqueue(String prefix, int jobs) throws SQLException {
    try (Connection tx = pool.getConnection()) {
      tx.setAutoCommit(false);
      Outbox.on(pool)
          .enqueueAll(
              tx,
              IntStream.range(0, jobs)
                  .mapToObj(n -> WORK.job(new Word(prefix + "-" + n)))
                  .toList());
      tx.commit();
    }
  }

  void sql(String statement) {
    try (Connection c = pool.getConnection();
        Statement s = c.createStatement()) {
      s.execute(statement);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** The first column of the only row; -1 for none. */
  long number(String query, Object... args) {
    String text = text(query, args);
    return text.isEmpty() ? -1 : Long.parseLong(text);
  }

  /** The first column of the only row; empty for none. */
  String text(String query, Object... args) {
    try (Connection c = pool.getConnection();
        PreparedStatement s = c.prepareStatement(query)) {
      for (int i = 0; i < args.length; i++) {
        s.setObject(i + 1, args[i] instanceof JobId id ? id.value() : args[i]);
      }
      try (ResultSet r = s.executeQuery()) {
        return r.next() && r.getString(1) != null ? r.getString(1) : "";
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  long counter(String name) {
    return number("SELECT n FROM counter WHERE name = ?", name);
  }

  long rows() {
    return number("SELECT count(*) FROM stagedoor.outbox");
  }

  long marked() {
    return number("SELECT count(mark_stream) FROM stagedoor.outbox");
  }

  long depth() {
    return redis.commands().xlen(redis.stream(QUEUE));
  }

  void awaitAllComplete() {
    await("all complete", 60, () -> rows() == 0);
  }

  /** Nothing pending, nothing stored. */
  void awaitEmptyStream() {
    await("an empty stream", 20, () -> depth() == 0 && redis.pending(QUEUE) == 0);
  }

  static void await(String what, BooleanSupplier condition) {
    await(what, 20, condition);
  }

  static void await(String what, int seconds, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("did not come: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  @Override
  public void close() {
    open.forEach(Stagedoor::close);
    redis.close();
    pool.close();
  }
}
