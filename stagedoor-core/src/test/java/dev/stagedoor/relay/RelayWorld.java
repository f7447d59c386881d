package dev.stagedoor.relay;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.event.Events;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Windows;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real database with the schema, relays stepped by the test, and everything they told. */
final class RelayWorld implements AutoCloseable {
  /** Nothing is swept unless a test asks for it. */
  static final Windows NO_SWEEP = Windows.STANDARD.withSweep(Duration.ofDays(1_000));

  /** A test's own doings while rows are locked may take their time. */
  static final RelaySettings PATIENT =
      new RelaySettings(
          "relay",
          500,
          4 << 20,
          2_000,
          Duration.ofMillis(5),
          Duration.ofMillis(500),
          Duration.ofSeconds(30));

  /** A batch holds two rows of {@link #enqueueLarge}. */
  static final RelaySettings TWO_LARGE =
      new RelaySettings(
          "relay",
          500,
          100_000,
          2_000,
          Duration.ofMillis(5),
          Duration.ofMillis(500),
          Duration.ofSeconds(30));

  /** A mark as the row has it. */
  record Mark(String stream, long epoch, String entry) {}

  final HikariDataSource database;
  final Transactions transactions;
  final ManualTicker ticker = new ManualTicker();
  final Queue<JobEvent> told = new ConcurrentLinkedQueue<>();
  final AtomicInteger givenUp = new AtomicInteger();
  volatile JobListener then = event -> {};
  final Events events = new Events(List.of(told::add, event -> then.on(event)));

  private RelayWorld(HikariDataSource database) {
    this.database = database;
    this.transactions = new JdbcTransactions(database, events);
  }

  static RelayWorld open() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(FreshSchema.create());
    config.setMaximumPoolSize(60);
    config.setConnectionTimeout(300_000);
    config.setMinimumIdle(1);
    return new RelayWorld(new HikariDataSource(config));
  }

  void empty() throws SQLException {
    run("TRUNCATE stagedoor.outbox, stagedoor.streams");
    told.clear();
    givenUp.set(0);
    then = event -> {};
  }

  StreamPresence presence(JobStream stream) {
    return new StreamPresence(transactions, stream, givenUp::incrementAndGet);
  }

  Relay relay(JobStream stream) {
    return relay(stream, PATIENT, NO_SWEEP);
  }

  Relay relay(JobStream stream, Transactions over) {
    StreamPresence presence = new StreamPresence(over, stream, givenUp::incrementAndGet);
    return new Relay(over, presence, NO_SWEEP, events, PATIENT, ticker);
  }

  Relay relay(JobStream stream, RelaySettings settings) {
    return relay(stream, settings, NO_SWEEP);
  }

  Relay relay(JobStream stream, RelaySettings settings, Windows windows) {
    return new Relay(transactions, presence(stream), windows, events, settings, ticker);
  }

  /** One step that looks everywhere. */
  int wholeRound(Relay relay) throws InterruptedException {
    ticker.pass(Duration.ofSeconds(1));
    return relay.runOnce();
  }

  /** Steps that look everywhere, until one does nothing. */
  void untilQuiet(Relay relay) throws InterruptedException {
    int rounds = 0;
    while (wholeRound(relay) > 0) {
      if (++rounds > 200) {
        throw new AssertionError("the relay does not come to rest");
      }
    }
  }

  /** Rows of 60,000 bytes. */
  void enqueueLarge(int rows) throws SQLException {
    run(
        """
        INSERT INTO stagedoor.outbox (id, queue, type, payload, due_at, age_from)
        SELECT stagedoor.new_job_id(), 'mail', 't', repeat('x', 60000), now(), now()
          FROM generate_series(1, %d)"""
            .formatted(rows));
  }

  JobId enqueue(String queue) throws SQLException {
    return enqueue(queue, 5, Duration.ZERO);
  }

  JobId enqueue(String queue, int priority, Duration dueIn) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return enqueue(connection, queue, priority, dueIn);
    }
  }

  static JobId enqueue(Connection connection, String queue, int priority, Duration dueIn)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO stagedoor.outbox (id, queue, type, payload, priority, due_at, age_from)
            SELECT stagedoor.new_job_id(), ?, 'seen_to', '{"n":1}', ?, due, due
              FROM (SELECT clock_timestamp() + ? * interval '1 ms' AS due) d
            RETURNING id""")) {
      insert.setString(1, queue);
      insert.setInt(2, priority);
      insert.setLong(3, dueIn.toMillis());
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return new JobId(row.getObject(1, UUID.class));
      }
    }
  }

  List<JobId> enqueue(String queue, int jobs) throws SQLException {
    List<JobId> ids = new ArrayList<>();
    try (Connection connection = database.getConnection()) {
      for (int i = 0; i < jobs; i++) {
        ids.add(enqueue(connection, queue, 5, Duration.ZERO));
      }
    }
    return ids;
  }

  void run(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  long number(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  long unmarked() throws SQLException {
    return number("SELECT count(*) FROM stagedoor.outbox WHERE mark_stream IS NULL");
  }

  long epoch(JobStream stream) throws SQLException {
    return number("SELECT epoch FROM stagedoor.streams WHERE stream = '" + stream.name() + "'");
  }

  @Nullable Mark mark(JobId id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement ask =
            connection.prepareStatement(
                "SELECT mark_stream, mark_epoch, mark_entry FROM stagedoor.outbox WHERE id = ?")) {
      ask.setObject(1, id.value());
      try (ResultSet row = ask.executeQuery()) {
        row.next();
        return row.getString(1) == null
            ? null
            : new Mark(row.getString(1), row.getLong(2), row.getString(3));
      }
    }
  }

  <E extends JobEvent> List<E> told(Class<E> kind) {
    return told.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public void close() {
    database.close();
  }
}
