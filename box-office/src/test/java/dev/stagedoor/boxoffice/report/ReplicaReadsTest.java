package dev.stagedoor.boxoffice.report;

import static dev.stagedoor.boxoffice.report.SoldTickets.execute;
import static dev.stagedoor.boxoffice.report.SoldTickets.free;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.boxoffice.Heard;
import dev.stagedoor.boxoffice.report.ReplicaReads.Waiting;
import dev.stagedoor.boxoffice.schema.BoxOfficeSchema;
import dev.stagedoor.embedded.Durability;
import dev.stagedoor.embedded.PostgresServer;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.Transition;
import dev.stagedoor.loop.Ticker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A primary and its streaming replica, both real. */
class ReplicaReadsTest {
  private static final Waiting SHORT = waiting(Duration.ofMillis(200));
  private static final Waiting LONG = waiting(Duration.ofSeconds(60));
  private static final Reads.Query<Long> MARKS = ReplicaReadsTest::marks;
  private static PostgresServer primaryServer;
  private static PostgresServer replicaServer;
  private static DataSource primary;
  private static DataSource replica;

  private static Waiting waiting(Duration bound) {
    return new Waiting(bound, Duration.ofMillis(5), Duration.ofMillis(50), Ticker.SYSTEM);
  }

  /** Its commits do not wait for the disk, so they are seen before they are written to the log. */
  @BeforeAll
  static void start() throws SQLException {
    primaryServer = PostgresServer.start(Durability.FAST);
    primary = primaryServer.createDatabase("box_office");
    BoxOfficeSchema.migrate(primary);
    execute(primary, SoldTickets.EVENTS);
    execute(primary, "CREATE TABLE marks (n bigint)");
    replicaServer = primaryServer.replica();
    replica = replicaServer.dataSource("box_office");
  }

  @AfterAll
  static void stop() {
    replicaServer.close();
    primaryServer.close();
  }

  @AfterEach
  void goOn() throws SQLException {
    execute(replica, "SELECT pg_wal_replay_resume()");
  }

  @Test
  void everyReadSeesWhatWasCommittedBeforeIt() throws Exception {
    execute(primary, "TRUNCATE marks");
    Reads reads = new ReplicaReads(primary, replica, LONG);
    for (int n = 1; n <= 100; n++) {
      execute(primary, "INSERT INTO marks VALUES (" + n + ")");

      assertThat(reads.read(MARKS)).isEqualTo(n);
    }
  }

  @Test
  void onAPrimaryThatRestsThePositionIsReachedAllTheSame() throws Exception {
    Reads reads = new ReplicaReads(primary, replica, waiting(Duration.ofSeconds(5)));
    try (Connection open = primary.getConnection();
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("INSERT INTO marks SELECT generate_series(1, 5000)"); // and no commit
      for (int i = 0; i < 10; i++) {
        assertThat(reads.read(MARKS)).isNotNegative();
      }
      open.rollback();
    }
  }

  @Test
  void aReplicaThatLagsIsWaitedForUntilTheBoundAndThenTheJobComesLater() throws Exception {
    execute(primary, "TRUNCATE marks");
    new ReplicaReads(primary, replica, LONG).read(MARKS);
    execute(replica, "SELECT pg_wal_replay_pause()");
    execute(primary, "INSERT INTO marks VALUES (1)");

    assertThatThrownBy(() -> new ReplicaReads(primary, replica, SHORT).read(MARKS))
        .isInstanceOfSatisfying(
            RetryLater.class, later -> assertThat(later.delay()).isEqualTo(SHORT.later()))
        .hasMessageMatching("the replica has not replayed [0-9A-F]+/[0-9A-F]+ of the primary.*");

    execute(replica, "SELECT pg_wal_replay_resume()");
    assertThat(new ReplicaReads(primary, replica, LONG).read(MARKS)).isEqualTo(1);
  }

  @Test
  void whoWaitsReadsAsSoonAsItIsThereAndHoldsNoConnectionOfThePrimary() throws Exception {
    execute(primary, "TRUNCATE marks");
    new ReplicaReads(primary, replica, LONG).read(MARKS);
    execute(replica, "SELECT pg_wal_replay_pause()");
    execute(primary, "INSERT INTO marks VALUES (1)");
    CountDownLatch looked = new CountDownLatch(3);
    try (HikariDataSource pool = pool(primary)) {
      Ticker counting =
          () -> {
            looked.countDown();
            return System.nanoTime();
          };
      Waiting waiting = new Waiting(LONG.bound(), LONG.pause(), LONG.later(), counting);
      CompletableFuture<Long> read =
          CompletableFuture.supplyAsync(() -> marks(new ReplicaReads(pool, replica, waiting)));
      assertThat(looked.await(60, TimeUnit.SECONDS)).isTrue();

      assertThat(read).isNotDone();
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
      execute(replica, "SELECT pg_wal_replay_resume()");
      assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  @Test
  void aReportWaitsForTheReplicaAndMissesNothing() throws Exception {
    String yesterday = SoldTickets.text(primary, "SELECT (now() AT TIME ZONE 'UTC')::date - 1");
    try (ReportingOffice office =
        new ReportingOffice(
            primary, new ReplicaReads(primary, replica, SHORT), "0 6 1 1 *", "UTC")) {
      execute(replica, "SELECT pg_wal_replay_pause()");
      execute(primary, free(1, 7, yesterday + " 12:00Z"));
      office.runNow();
      office.heard.await(2, e -> Heard.moved(e, "organizer_report", Transition.RETRY_LATER));
      assertThat(SoldTickets.text(primary, "SELECT count(*) FROM boxoffice.organizer_reports"))
          .isEqualTo("0");
      assertThat(
              SoldTickets.text(
                  primary, "SELECT failures FROM stagedoor.outbox WHERE tick IS NOT NULL"))
          .isEqualTo("0");

      execute(replica, "SELECT pg_wal_replay_resume()");
      office.heard.awaitCompleted(1, "organizer_report");
      office.heard.awaitCompleted(1, "mail_report");
      assertThat(
              SoldTickets.text(
                  primary, "SELECT sum(tickets_sold) FROM boxoffice.organizer_reports"))
          .isEqualTo("1");
      assertThat(office.sent).hasSize(1);
    }
  }

  @Test
  void aReplicaThatWasPromotedIsReadNoMore() throws Exception {
    try (PostgresServer other = primaryServer.replica()) {
      Reads reads = new ReplicaReads(primary, other.dataSource("box_office"), LONG);
      reads.read(MARKS);
      execute(other.dataSource(), "SELECT pg_promote()");

      assertThatThrownBy(() -> reads.read(MARKS))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "the replica that reports are read on is a primary now: restart the worker with"
                  + " another --replica, or without");
    }
  }

  @Test
  void onlyAReplicaOfThisServerAndDatabaseIsTaken() throws Exception {
    assertThat(Replica.fault(primary, replica)).isEmpty();
    assertThat(Replica.fault(primary, primary).orElseThrow())
        .contains("is no replica but a primary", "give a streaming replica of --postgres");
    assertThat(Replica.fault(primary, replicaServer.dataSource("postgres")).orElseThrow())
        .isEqualTo("names the database postgres, and --postgres box_office: give the same");
    Replica.Who ours = new Replica.Who(false, "7713663714597139702", "box_office");
    assertThat(Replica.fault(ours, new Replica.Who(true, "7713663714597139703", "box_office")))
        .contains(
            "belongs to another system (7713663714597139703) than --postgres"
                + " (7713663714597139702): give a replica of that server");
  }

  private static HikariDataSource pool(DataSource database) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(2);
    return new HikariDataSource(config);
  }

  private static long marks(Reads reads) {
    try {
      return reads.read(MARKS);
    } catch (SQLException | InterruptedException e) {
      throw new CompletionException(e);
    }
  }

  private static Long marks(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM marks")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
