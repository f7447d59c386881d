package dev.stagedoor.testkit;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What a handler does that cannot be explored: each has a verdict that names the place. */
class VerdictsTest {
  private static final String ROWS =
      "CREATE TABLE done (id int PRIMARY KEY); CREATE TABLE a (id int PRIMARY KEY, n int NOT NULL);"
          + " INSERT INTO a VALUES (1, 0), (2, 0)";
  private static final String INSERT = "INSERT INTO done VALUES (1) ON CONFLICT DO NOTHING";

  private static SecondRun<Void> of(Body body) {
    return SecondRun.of(w -> () -> body.run(w))
        .given(ROWS)
        .exactlyOnceRows("row", "SELECT 1 FROM done");
  }

  private interface Body {
    void run(World world) throws Exception;
  }

  private static void execute(DataSource database, String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  @Test
  void aRightHandlerIsRightInEveryInterleaving() {
    Exploration found = of(w -> execute(w.dataSource(), INSERT)).explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.ONCE);
    assertThat(found.report()).startsWith("ONCE in each of ").contains("three runs: all ");
  }

  @Test
  void aHandlerWithoutABoundary() {
    Exploration found = of(w -> {}).explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.NO_BOUNDARY);
  }

  @Test
  void aHandlerWithThreadsOfItsOwn() {
    Exploration found =
        of(w -> CompletableFuture.runAsync(() -> unchecked(w)).handle((x, t) -> t).join())
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.OWN_THREADS);
    assertThat(found.report()).contains("VerdictsTest.unchecked");
  }

  private static void unchecked(World world) {
    try {
      execute(world.dataSource(), INSERT);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aHandlerWithAConnectionOfItsOwn() throws Exception {
    DataSource database = TestServers.freshDatabase();
    try (Connection own = database.getConnection()) {
      Exploration found =
          of(w -> {
                execute(w.dataSource(), INSERT);
                try (Connection mine = database.getConnection();
                    Statement statement = mine.createStatement()) {
                  statement.execute("SELECT 1");
                  w.boundary("after");
                }
              })
              .on(database)
              .explore();

      assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.UNSEEN_CONNECTION);
      assertThat(found.report()).contains("between INSERT INTO done");
      assertThat(own.isValid(1)).isTrue();
    }
  }

  @Test
  void anEffectByAPathThatIsNotSeen() {
    AtomicLong files = new AtomicLong();
    Exploration found =
        SecondRun.of(
                w ->
                    () -> {
                      execute(w.dataSource(), INSERT);
                      files.incrementAndGet();
                    })
            .given(ROWS)
            .exactlyOnce("file", w -> files.get())
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.UNSEEN_EFFECT);
    assertThat(found.report()).contains("INSERT INTO done").contains("world.boundary");
  }

  @Test
  void aLabelMakesSuchAPathSeen() {
    AtomicLong files = new AtomicLong();
    Exploration found =
        SecondRun.of(
                w ->
                    () -> {
                      w.boundary("write the file");
                      files.incrementAndGet();
                    })
            .exactlyOnce("file", w -> files.get())
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.TWICE);
    assertThat(found.replay()).as(found.report()).isEqualTo("v1 A:1 A:ack B:1 B:ack");
  }

  @Test
  void aHandlerThatSleeps() {
    Exploration found =
        of(w -> {
              execute(w.dataSource(), INSERT);
              pause();
            })
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.SLEEPS);
    assertThat(found.report()).contains("VerdictsTest.pause");
  }

  /** The handler's, not the test's. */
  private static void pause() throws InterruptedException {
    MILLISECONDS.sleep(200);
  }

  /** Numbers the runs of an interleaving. */
  private static final class Turns implements Runnable {
    private int turns;

    int next() {
      return turns++;
    }

    @Override
    public void run() {}
  }

  @Test
  void twoRunsThatLockInDifferentOrders() {
    Exploration found =
        of(w -> {
              boolean first = w.provider(Turns.class).next() % 2 == 0;
              try (Connection connection = w.dataSource().getConnection();
                  Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("UPDATE a SET n = n + 1 WHERE id = " + (first ? 1 : 2));
                statement.execute("UPDATE a SET n = n + 1 WHERE id = " + (first ? 2 : 1));
                statement.execute(INSERT);
                connection.commit();
              }
            })
            .client(Runnable.class, Turns::new)
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.DEADLOCK);
    assertThat(found.report()).contains("UPDATE a SET n");
  }

  @Test
  void aHandlerThatWaitsForAPool() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(TestServers.freshDatabase());
    config.setMaximumPoolSize(3); // two for the kit, one for the runs
    config.setConnectionTimeout(60_000);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Exploration found =
          of(w -> {
                try (Connection held = w.dataSource().getConnection()) {
                  execute(w.dataSource(), INSERT);
                  assertThat(held.isClosed()).isFalse();
                }
              })
              .on(pool)
              .explore();

      assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.POOL_WAIT);
      assertThat(found.report()).contains("VerdictsTest.execute");
    }
  }

  @Test
  void aHandlerThatCatchesItsDeath() {
    Exploration found =
        of(w -> {
              try {
                execute(w.dataSource(), INSERT);
              } catch (Throwable t) { // what is to be found
                w.clock();
              }
            })
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.SWALLOWED_CRASH);
    assertThat(found.report()).contains("before INSERT INTO done");
  }

  @Test
  void aHandlerThatGoesAnotherWayEachTime() {
    Exploration found =
        of(w -> {
              for (int i = ThreadLocalRandom.current().nextInt(50); i >= 0; i--) {
                execute(w.dataSource(), "UPDATE a SET n = " + i);
              }
              execute(w.dataSource(), INSERT);
            })
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.NONDETERMINISTIC);
  }

  @Test
  void aHandlerThatNeverComesToItsNextBoundary() {
    Exploration found =
        of(w -> {
              execute(w.dataSource(), INSERT);
              forEver();
            })
            .stepLimit(java.time.Duration.ofSeconds(1))
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.STUCK);
    assertThat(found.report()).contains("VerdictsTest.forEver");
  }

  private static void forEver() {
    while (!Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(1_000);
    }
  }

  /** Until its rows are given free, nothing more can be played. */
  @Test
  void aHandlerThatHoldsALockAndDoesNotLetItselfBeEnded() {
    AtomicBoolean over = new AtomicBoolean();
    try {
      Exploration found =
          of(w -> {
                try (Connection connection = w.dataSource().getConnection();
                    Statement sql = connection.createStatement()) {
                  connection.setAutoCommit(false);
                  sql.executeUpdate("UPDATE a SET n = n + 1 WHERE id = 1");
                  if (sql.executeUpdate(INSERT) == 0) {
                    notUntil(over);
                  }
                  connection.commit();
                }
              })
              .stepLimit(java.time.Duration.ofSeconds(1))
              .explore();

      assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.STUCK);
      assertThat(found.report()).contains("VerdictsTest.notUntil");
    } finally {
      over.set(true);
    }
  }

  private static void notUntil(AtomicBoolean over) {
    while (!over.get()) {
      LockSupport.parkNanos(1_000);
      Thread.interrupted();
    }
  }

  @Test
  void aHandlerThatNeverComesToItsEnd() {
    Exploration found =
        of(w -> {
              while (true) {
                execute(w.dataSource(), "SELECT 1 FROM a");
              }
            })
            .explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.STUCK);
    assertThat(found.report()).contains("500 boundaries");
  }

  @Test
  void aHandlerThatAlwaysFailsTheSecondTime() {
    Exploration found = of(w -> execute(w.dataSource(), "INSERT INTO done VALUES (1)")).explore();

    assertThat(found.verdict()).as(found.report()).isEqualTo(Verdict.STUCK);
    assertThat(found.report()).contains("done_pkey");
  }
}
