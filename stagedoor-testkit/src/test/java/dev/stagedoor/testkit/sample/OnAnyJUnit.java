package dev.stagedoor.testkit.sample;

import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.testkit.Audit;
import dev.stagedoor.testkit.Ran;
import dev.stagedoor.testkit.StagedoorTest;
import dev.stagedoor.testkit.TestDatabase;
import dev.stagedoor.testkit.TestStagedoor;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Uses all ways to get a {@link TestStagedoor}, on a database that is given by its URL. */
@StagedoorTest
class OnAnyJUnit {
  private static final JobType<NoPayload> MAIL = JobType.of("mail");
  private final TestStagedoor stagedoor;

  OnAnyJUnit(TestStagedoor stagedoor) {
    this.stagedoor = stagedoor;
  }

  @TestDatabase
  static DataSource database() {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(System.getProperty("sample.url"));
    database.setUser(System.getProperty("sample.user"));
    database.setPassword(System.getProperty("sample.password"));
    return database;
  }

  @BeforeAll
  static void once(TestStagedoor given) throws SQLException {
    enqueue(given); // gone when the first test begins
  }

  @BeforeEach
  void begin(TestStagedoor given) throws SQLException {
    Assertions.assertSame(stagedoor, given);
    given.assertNotEnqueued(MAIL);
  }

  @AfterEach
  void end(TestStagedoor given) {
    Assertions.assertSame(stagedoor, given);
  }

  private static void enqueue(TestStagedoor stagedoor) throws SQLException {
    stagedoor.outbox().enqueueAlone(MAIL.job(NoPayload.VALUE));
  }

  @Test
  void passes() throws Exception {
    stagedoor.handle(MAIL, run -> {});
    enqueue(stagedoor);
    stagedoor.assertEnqueued(MAIL);
    List<Ran> ran = stagedoor.runDue();
    Assertions.assertEquals(1, ran.size());
    stagedoor.assertNotEnqueued(MAIL);
  }

  @Test
  void failsByTheAudit() throws SQLException {
    enqueue(stagedoor);
    run("DELETE FROM stagedoor.outbox");
  }

  @Test
  void failsByItself() throws SQLException {
    enqueue(stagedoor);
    run("DELETE FROM stagedoor.outbox");
    throw new IllegalStateException("its own reason");
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = stagedoor.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Nested
  class Inside {
    @Test
    void passesInside(TestStagedoor given) throws SQLException {
      Assertions.assertSame(stagedoor, given);
      enqueue(given);
    }
  }

  @Nested
  @StagedoorTest(audit = Audit.NOTHING_LEFT)
  class Stricter {
    @Test
    void failsByTheStricterAudit() throws SQLException {
      enqueue(stagedoor);
    }
  }
}
