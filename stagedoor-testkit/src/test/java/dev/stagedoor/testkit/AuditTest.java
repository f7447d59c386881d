package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule of the audit is broken once, and seen. */
class AuditTest {
  private static final JobType<NoPayload> MAIL = JobType.of("mail");
  private static final EffectType SENT =
      EffectType.of("sent").providerKeepsKeys(Duration.ofHours(24));

  private static TestStagedoor stagedoor;

  @BeforeAll
  static void start() throws SQLException {
    stagedoor = TestStagedoor.embedded();
  }

  @AfterAll
  static void stop() throws SQLException {
    stagedoor.close();
  }

  @BeforeEach
  void begin() throws SQLException {
    stagedoor.begin(Audit.STANDARD);
  }

  private static void passes() throws SQLException {
    stagedoor.end(true);
  }

  private static void finds(String... words) {
    assertThatThrownBy(AuditTest::passes)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("after the test:\n")
        .hasMessageContainingAll(words);
  }

  private static void enqueue() throws SQLException {
    stagedoor.outbox().enqueueAlone(MAIL.job(NoPayload.VALUE));
  }

  private static void run(String sql) throws SQLException {
    try (Connection connection = stagedoor.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @ParameterizedTest
  @EnumSource
  void jobsAndEffectsInOrderPass(Audit audit) throws Exception {
    stagedoor.audit(audit);
    stagedoor.handle(MAIL, run -> run.effect(SENT, 1).perform(key -> {}), h -> h.effects(SENT));
    enqueue();
    enqueue();
    stagedoor.runDue();
    passes();
  }

  @Test
  void aJobThatIsCompletedTwiceIsDoubled() throws Exception {
    stagedoor.handle(MAIL, run -> {});
    enqueue();
    run("CREATE TABLE kept AS SELECT * FROM stagedoor.outbox");
    stagedoor.runDue();
    run(
        "DELETE FROM stagedoor.processed_jobs; INSERT INTO stagedoor.outbox SELECT * FROM kept;"
            + " DROP TABLE kept");
    stagedoor.runDue();
    finds("job mail ", " was completed 2 times");
  }

  @Test
  void anEffectThatIsRecordedTwiceIsDoubled() throws Exception {
    stagedoor.handle(MAIL, run -> run.effect(SENT, 1).perform(key -> {}), h -> h.effects(SENT));
    enqueue();
    stagedoor.runDue();
    run("DELETE FROM stagedoor.effects");
    enqueue();
    stagedoor.runDue();
    finds("effect sent-1 was recorded as done 2 times");
  }

  @Test
  void aStepThatIsAppliedTwiceIsDoubled() throws Exception {
    stagedoor.handle(
        MAIL,
        run -> {
          run.once("seats", tx -> {});
          if (run.attempt() == 1) {
            throw new IllegalStateException("later");
          }
        });
    enqueue();
    stagedoor.runDue();
    run("DELETE FROM stagedoor.processed_jobs");
    stagedoor.advance(Duration.ofMinutes(1));
    stagedoor.runDue();
    finds("step \"seats\" of job mail ", " was applied 2 times");
  }

  @Test
  void aCompletedJobThatIsStillInTheOutboxIsDoubled() throws Exception {
    enqueue();
    run(
        "INSERT INTO stagedoor.processed_jobs (job_id, step, type, queue, outcome, attempt, run,"
            + " worker, started_at) SELECT id, '', type, queue, 'completed', 1, 0, 'w', now()"
            + " FROM stagedoor.outbox");
    finds("is completed and still in the outbox");
  }

  @Test
  void aRowThatVanishedIsLost() throws Exception {
    enqueue();
    run("DELETE FROM stagedoor.outbox");
    finds("job mail ", " is lost");
  }

  @Test
  void whatWasRolledBackOrCancelledIsNotLost() throws Exception {
    try (Connection connection = stagedoor.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      stagedoor.outbox().enqueue(connection, MAIL, NoPayload.VALUE);
      connection.rollback();
      var job = stagedoor.outbox().enqueue(connection, MAIL, NoPayload.VALUE);
      connection.commit();
      stagedoor.outbox().cancel(connection, job.id());
      connection.commit();
    }
    passes();
  }

  @Test
  void aPublishedJobWithoutAnEntryIsInLimbo() throws Exception {
    JobType<NoPayload> elsewhere = JobType.of("elsewhere").onQueue("other");
    stagedoor.handle(MAIL, run -> run.transaction(tx -> tx.enqueue(elsewhere, NoPayload.VALUE)));
    enqueue();
    stagedoor.runDue(); // published on a queue that nobody reads: its entry waits there
    run("UPDATE stagedoor.outbox SET mark_entry = '1-1' WHERE mark_stream IS NOT NULL");
    finds("job elsewhere ", " is in limbo: published, and no entry");
  }

  @Test
  void aPublishedJobWhoseEntryWaitsIsFine() throws Exception {
    JobType<NoPayload> elsewhere = JobType.of("elsewhere").onQueue("other");
    stagedoor.handle(MAIL, run -> run.transaction(tx -> tx.enqueue(elsewhere, NoPayload.VALUE)));
    enqueue();
    stagedoor.runDue();
    stagedoor.assertEnqueued(elsewhere);
    passes();
  }

  @Test
  void aClaimOfARunThatIsOverIsInLimbo() throws Exception {
    stagedoor.handle(MAIL, run -> run.effect(SENT, 1).perform(key -> {}), h -> h.effects(SENT));
    enqueue();
    stagedoor.runDue();
    run("UPDATE stagedoor.effects SET state = 'claimed', done_at = NULL");
    finds("effect sent of 1 is in limbo");
  }

  @Test
  void anOpenTransactionIsNamedWithItsStatement() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setDataSource(stagedoor.dataSource());
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT 'left open'");
      finds("a transaction is open in session ", "idle in transaction", "SELECT 'left open'");
    }
  }

  @Test
  void aConnectionThatIsNotClosedIsNamedWithWhereItWasTaken() throws Exception {
    Connection connection = stagedoor.dataSource().getConnection();
    finds("a connection was not closed", "AuditTest.aConnectionThatIsNotClosedIsNamed");
    assertThat(connection.isClosed()).as("so that the next test is not held up").isTrue();
    begin();
    passes();
  }

  @Test
  void theIdleConnectionsOfAPoolAreNotLeaked() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setDataSource(stagedoor.dataSource());
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      pool.getConnection().close();
      passes();
    }
  }

  @Test
  void jobsThatAreLeftAreFineUnlessAskedFor() throws Exception {
    enqueue();
    passes();
    begin();
    stagedoor.audit(Audit.NOTHING_LEFT);
    enqueue();
    stagedoor.handle(
        MAIL,
        run -> {
          throw new IllegalStateException("no paper");
        });
    stagedoor.runDue();
    finds("job mail is left, waiting: java.lang.IllegalStateException: no paper");
  }

  @Test
  void allFindingsAreToldAtOnceAndOffTellsNone() throws Exception {
    enqueue();
    run("DELETE FROM stagedoor.outbox");
    stagedoor.dataSource().getConnection();
    finds("is lost", "was not closed");
    begin();
    stagedoor.audit(Audit.OFF);
    enqueue();
    run("DELETE FROM stagedoor.outbox");
    passes();
  }

  @Test
  void ofATestThatFailedNothingIsLookedAt() throws Exception {
    enqueue();
    run("DELETE FROM stagedoor.outbox");
    stagedoor.end(false);
  }
}
