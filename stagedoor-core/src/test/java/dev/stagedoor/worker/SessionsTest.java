package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.tx.Pooler;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Sessions of the database that end, that change between two transactions, that tell nothing. */
final class SessionsTest {
  private static final String ADD =
      "INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET n = counter.n + 1";
  private final Stage stage = new Stage();

  @AfterEach
  void close() {
    stage.close();
  }

  private Stagedoor start(DataSource over, UnaryOperator<Stagedoor.Builder> more) {
    return more.apply(
            Stagedoor.builder(over).stream(new Shared(stage.stream))
                .windows(Stage.SHORT)
                .migrate(false)
                .listener(stage.events))
        .build()
        .start();
  }

  private PGSimpleDataSource limitedTo(int idleMillis) throws SQLException {
    PGSimpleDataSource database = stage.database.unwrap(PGSimpleDataSource.class);
    PGSimpleDataSource limited = new PGSimpleDataSource();
    limited.setURL(database.getURL());
    limited.setUser(database.getUser());
    limited.setPassword(database.getPassword());
    limited.setOptions("-c idle_in_transaction_session_timeout=" + idleMillis);
    return limited;
  }

  @Test
  void C61_aRunWhoseIdleTransactionTheServerEndsFailsAndIsTriedAgain() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    try (Stagedoor stagedoor =
        start(
            limitedTo(200),
            b ->
                b.concurrency(1)
                    .handle(
                        Stage.WORK,
                        run ->
                            run.once(
                                "add",
                                tx -> {
                                  tx.update(ADD, run.payload().text());
                                  if (runs.incrementAndGet() == 1) {
                                    workUntilEnded(pid(tx.connection()));
                                  }
                                })))) {
      JobId slow = stagedoor.outbox().enqueueAlone(Stage.WORK.job(new Stage.Word("a"))).id();
      stage.events.awaitMoved(slow, Transition.RETRY);
      stage.events.awaitMoved(slow, Transition.COMPLETE);
      JobId other = stagedoor.outbox().enqueueAlone(Stage.WORK.job(new Stage.Word("b"))).id();
      stage.events.awaitMoved(other, Transition.COMPLETE);

      assertThat(stage.counter("a")).isEqualTo(1);
      assertThat(stage.counter("b")).isEqualTo(1);
      assertThat(stage.text("SELECT cause FROM stagedoor.job_runs WHERE job_id = ?", slow))
          .contains("idle");
      assertThat(stage.text("SELECT type FROM stagedoor.job_runs WHERE job_id = ?", slow))
          .isEqualTo("work");
    }
  }

  private static long pid(Connection connection) throws SQLException {
    return Long.parseLong(FreshSchema.rows(connection, "SELECT pg_backend_pid()").get(0));
  }

  /** Computes for so long that the server ends the session. */
  private void workUntilEnded(long pid) {
    Stage.await(
        "the session's end",
        () -> stage.number("SELECT count(*) FROM pg_stat_activity WHERE pid = ?", pid) == 0);
  }

  @Test
  @Tag("deep")
  void C62_aThousandJobsThroughAPoolerThatSwitchesSessions(@TempDir Path directory)
      throws Exception {
    assumeTrue(PgBouncer.installed().isPresent(), "no pgbouncer: apt-get install pgbouncer");
    PGSimpleDataSource direct = stage.database.unwrap(PGSimpleDataSource.class);
    try (PgBouncer pooler =
            PgBouncer.start(PgBouncer.installed().orElseThrow(), directory, direct);
        HikariDataSource pool = pool(pooler.pooled(direct));
        Stagedoor stagedoor =
            start(
                pool,
                b ->
                    b.handle(
                        Stage.WORK,
                        run -> run.once("add", tx -> tx.update(ADD, run.payload().text()))))) {
      assertThat(stagedoor).isNotNull();
      stage.enqueueMany(1_000);
      Stage.await(
          "all complete", 60, () -> stage.number("SELECT count(*) FROM stagedoor.outbox") == 0);

      assertThat(stage.number("SELECT count(*) FROM counter WHERE n = 1")).isEqualTo(1_000);
      assertThat(stage.events.count(e -> e instanceof JobEvent.Trouble)).isZero();
    }
  }

  @Test
  void C62_aPoolerAndADriverThatPreparesAreToldOfAtTheStart(@TempDir Path directory)
      throws Exception {
    assumeTrue(PgBouncer.installed().isPresent(), "no pgbouncer: apt-get install pgbouncer");
    PGSimpleDataSource direct = stage.database.unwrap(PGSimpleDataSource.class);
    try (PgBouncer pooler =
        PgBouncer.start(PgBouncer.installed().orElseThrow(), directory, direct)) {
      assertThat(finding(pooler.careless(direct)))
          .get()
          .asString()
          .contains("add prepareThreshold=0");
      assertThat(finding(pooler.pooled(direct))).isEmpty();
      assertThat(finding(direct)).isEmpty();
    }
  }

  private static Optional<String> finding(DataSource over) throws SQLException {
    try (Connection connection = over.getConnection()) {
      return Pooler.finding(connection);
    }
  }

  private static HikariDataSource pool(DataSource over) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(over);
    config.setMaximumPoolSize(10);
    return new HikariDataSource(config);
  }

  @Test
  void C63_aRowThatNothingTellsOfIsPublishedAtTheNextPoll() throws Exception {
    BlockingQueue<Long> millis = new LinkedBlockingQueue<>();
    stage.start(
        b ->
            b.listener(
                    e -> {
                      if (e instanceof JobEvent.Published published) {
                        millis.add(sinceEnqueued(published.jobId()));
                      }
                    })
                .handle(Stage.WORK, run -> {}));
    stage.number("SELECT 1 FROM pg_sleep(3)"); // until it polls as seldom as it ever does
    Outbox.on(stage.database) // as another process does, whose relay hears of it
        .enqueueAlone(Stage.WORK.job(new Stage.Word("a")));
    assertThat(millis.poll(20, TimeUnit.SECONDS))
        .as("a poll of at most 500 ms, and a busy machine")
        .isLessThan(1_500);
  }

  private long sinceEnqueued(JobId id) {
    return stage.number(
        "SELECT 1000 * extract(epoch FROM clock_timestamp() - created_at) FROM stagedoor.outbox"
            + " WHERE id = ?",
        id);
  }
}
