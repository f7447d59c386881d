package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.Handling;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.Windows;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.testkit.Ran.Outcome;
import dev.stagedoor.testkit.fakes.ModelProvider;
import dev.stagedoor.testkit.world.DatabaseClock;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.worker.Registered;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@StagedoorTest(audit = Audit.NOTHING_LEFT)
class TestStagedoorTest {
  record Order(long id) {}

  private static final JobType<Order> SEND = JobType.of("send_tickets", Order.class);
  private static final JobType<Order> BILL = JobType.of("bill", Order.class).onQueue("billing");
  private static final JobType<NoPayload> REPORT = JobType.of("report");
  private static final EffectType MAIL =
      EffectType.of("tickets").providerKeepsKeys(Duration.ofHours(24));

  private final TestStagedoor stagedoor;
  private final List<Order> handled = new ArrayList<>();

  TestStagedoorTest(TestStagedoor stagedoor) {
    this.stagedoor = stagedoor;
  }

  @BeforeAll
  static void tables(TestStagedoor stagedoor) throws SQLException {
    run(
        stagedoor,
        "CREATE TABLE orders (id bigserial PRIMARY KEY, at timestamptz DEFAULT now());"
            + " CREATE TABLE cities (name text); INSERT INTO cities VALUES ('Lisboa')");
  }

  @BeforeEach
  void isLeftAloneByTheTestBefore(TestStagedoor same) {
    assertThat(same).isSameAs(stagedoor);
    assertThat(Duration.between(Instant.now(), same.clock().instant()).abs())
        .as("time begins anew with each test")
        .isLessThan(Duration.ofSeconds(20));
  }

  /** What a user would write; returns the order's id. */
  private static Order place(TestStagedoor stagedoor) throws SQLException {
    try (Connection connection = stagedoor.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      Order order;
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery("INSERT INTO orders DEFAULT VALUES RETURNING id")) {
        row.next();
        order = new Order(row.getLong(1));
      }
      stagedoor.outbox().enqueue(connection, SEND, order);
      connection.commit();
      return order;
    }
  }

  private void enqueue(JobType<Order> type, long id) throws SQLException {
    stagedoor.outbox().enqueueAlone(type.job(new Order(id)));
  }

  @Test
  void whatIsEnqueuedIsFoundAndRun() throws Exception {
    stagedoor.assertNotEnqueued(SEND);
    Order order = place(stagedoor);
    assertThat(order)
        .as("the tables are emptied, their numbers begin anew")
        .isEqualTo(new Order(1));
    stagedoor.assertEnqueued(SEND);
    stagedoor.assertEnqueued(SEND, order);
    stagedoor.handle(SEND, run -> handled.add(run.payload()));

    List<Ran> ran = stagedoor.runDue();

    assertThat(ran).extracting(Ran::toString).containsExactly("send_tickets COMPLETED");
    assertThat(handled).containsExactly(order);
    stagedoor.assertNotEnqueued(SEND);
    assertThat(stagedoor.runDue()).isEmpty();
  }

  @Test
  void eachTestBeginsWithEmptyTablesButForThoseThatWereFilledBefore() throws Exception {
    assertThat(place(stagedoor)).isEqualTo(new Order(1));
    assertThat(text("SELECT name FROM cities")).isEqualTo("Lisboa");
    stagedoor.handle(SEND, run -> {}).runDue();
  }

  @Test
  void whatJobsEnqueueIsRunTooUntilAllIsQuiet() throws Exception {
    stagedoor
        .handleOnce(SEND, (run, tx) -> tx.enqueue(BILL, run.payload()))
        .handle(BILL, run -> run.transaction(tx -> tx.enqueue(REPORT, NoPayload.VALUE)))
        .handle(REPORT, run -> {});
    enqueue(SEND, 1);
    enqueue(SEND, 2);

    assertThat(stagedoor.runDue())
        .extracting(Ran::type)
        .containsExactly("send_tickets", "send_tickets", "bill", "bill", "report", "report");
  }

  @Test
  void aFailedJobIsRunAgainWhenItsTimeHasCome() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    stagedoor.handle(
        SEND,
        run -> {
          if (runs.incrementAndGet() == 1) {
            throw new IllegalStateException("the printer is out of paper");
          }
        });
    enqueue(SEND, 1);

    List<Ran> first = stagedoor.runDue();
    List<Ran> atOnce = stagedoor.runDue();
    stagedoor.advance(Duration.ofSeconds(30));
    List<Ran> second = stagedoor.runDue();

    assertThat(first).extracting(Ran::outcome).containsExactly(Outcome.FAILED);
    assertThat(first.get(0).cause()).hasMessage("the printer is out of paper");
    assertThat(first.get(0)).asString().contains("FAILED", "out of paper");
    assertThat(atOnce).isEmpty();
    assertThat(second).extracting(Ran::outcome).containsExactly(Outcome.COMPLETED);
  }

  @Test
  void everyOutcomeIsTold() throws Exception {
    stagedoor.audit(Audit.STANDARD);
    stagedoor
        .handle(SEND, run -> outcome(run.payload().id()))
        .handle(BILL, run -> {}, h -> h.timeout(Duration.ofMinutes(1)));
    for (int id = 1; id <= 3; id++) {
      enqueue(SEND, id);
    }
    enqueue(JobType.of("unknown", Order.class), 4);

    List<Ran> ran = stagedoor.runDue();

    assertThat(ran)
        .extracting(Ran::outcome)
        .containsExactly(Outcome.LATER, Outcome.DEAD, Outcome.COMPLETED, Outcome.RELEASED);
    assertThat(ran.get(1).cause()).isInstanceOf(DeadLetter.class);
    assertThat(ran.get(3).why()).contains("no handler for type \"unknown\"");
    stagedoor.assertEnqueued(SEND);
  }

  private static void outcome(long id) {
    if (id == 1) {
      throw RetryLater.in(Duration.ofHours(1));
    } else if (id == 2) {
      throw DeadLetter.because("no such order");
    }
  }

  @Test
  void timeMovesForRowsEffectsAndProvidersAlike() throws Exception {
    ModelMailer mailer = new ModelMailer();
    mailer.use(stagedoor.clock());
    stagedoor.handle(
        SEND,
        run -> run.effect(MAIL, run.payload().id()).perform(key -> mailer.mail(key.value())),
        h -> h.effects(MAIL));
    stagedoor.outbox().enqueueAlone(SEND.job(new Order(1)).dueIn(Duration.ofDays(3)));
    assertThat(stagedoor.runDue()).isEmpty();
    Instant before = stagedoor.clock().instant();

    stagedoor.advance(Duration.ofDays(3));
    assertThat(stagedoor.runDue()).hasSize(1);

    assertThat(mailer.requests().get(0).at()).isAfterOrEqualTo(before.plus(Duration.ofDays(3)));
    assertThat(
            text("SELECT claimed_at > pg_catalog.now() + interval '2 days' FROM stagedoor.effects"))
        .isEqualTo("t");
    assertThat(text("INSERT INTO orders DEFAULT VALUES RETURNING at > pg_catalog.now() + '2 days'"))
        .isEqualTo("t");
  }

  private static final class ModelMailer extends ModelProvider {
    void mail(String key) {
      accept(key, "tickets");
    }
  }

  @Test
  void whatOtherThreadsEnqueueIsWaitedFor() throws Exception {
    Order order = new Order(7);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              try {
                stagedoor.outbox().enqueueAlone(SEND.job(order));
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });

    stagedoor.awaitEnqueued(SEND, order, Duration.ofSeconds(20));
    stagedoor.awaitEnqueued(SEND, Duration.ofSeconds(20));

    other.join();
    stagedoor.staysUnenqueued(BILL, Duration.ofMillis(20));
    assertThatThrownBy(() -> stagedoor.staysUnenqueued(SEND, Duration.ofDays(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a job \"send_tickets\" was enqueued within PT24H");
    assertThatThrownBy(() -> stagedoor.awaitEnqueued(BILL, Duration.ofMillis(20)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no job \"bill\" was enqueued within PT0.02S")
        .hasMessageContaining("send_tickets {\"id\":7}, due");
    stagedoor.handle(SEND, run -> {}).runDue();
  }

  @Test
  void aFailureShowsWhatIsEnqueued() throws Exception {
    stagedoor.audit(Audit.STANDARD);
    assertThatThrownBy(() -> stagedoor.assertEnqueued(SEND))
        .isInstanceOf(AssertionError.class)
        .hasMessage("no job \"send_tickets\" is enqueued; nothing is enqueued");
    enqueue(SEND, 4471);
    stagedoor.outbox().enqueueAlone(BILL.job(new Order(5)).dueIn(Duration.ofDays(1)));

    assertThatThrownBy(() -> stagedoor.assertEnqueued(SEND, new Order(4472)))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            """
            no job "send_tickets" with Order[id=4472] is enqueued; enqueued or ended:
              send_tickets {"id":4471}, due
              bill {"id":5}, waiting""");
    assertThatThrownBy(() -> stagedoor.assertNotEnqueued(BILL))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a job \"bill\" is enqueued");
  }

  @Test
  void aTransactionThatWasNotCommittedIsHintedAt() throws Exception {
    try (Connection connection = stagedoor.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      stagedoor.outbox().enqueue(connection, SEND, new Order(1));

      assertThatThrownBy(() -> stagedoor.assertEnqueued(SEND))
          .hasMessageContaining("connections of dataSource() are open");
      connection.rollback();
    }
  }

  @Test
  void whatProductionRefusesIsRefused() {
    stagedoor.handle(SEND, run -> {});
    assertThatThrownBy(() -> stagedoor.handle(SEND, run -> {}))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("two handlers for type \"send_tickets\"");
    assertThatThrownBy(
            () ->
                stagedoor.handle(
                    BILL, run -> {}, h -> h.effects(MAIL.sendTimeout(Duration.ofHours(1)))))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("sendTimeout");
  }

  @Test
  void aRowThatTheTestItselfHasLockedIsToldAndNotWaitedForForEver() throws Exception {
    try (Connection connection = stagedoor.dataSource().getConnection()) {
      stagedoor.handle(SEND, run -> lockUnlessReclaimed(run.run(), connection));
      enqueue(SEND, 1);

      assertThatThrownBy(() -> stagedoor.runDue())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("its row is locked; commit or roll back");

      connection.rollback();
    }
    stagedoor.advance(Duration.ofMinutes(2)); // the entry was left: it is reclaimed
    assertThat(stagedoor.runDue()).hasSize(1);
  }

  private static void lockUnlessReclaimed(int run, Connection connection) throws SQLException {
    if (run > 0) {
      return;
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT FROM stagedoor.outbox FOR UPDATE");
    }
  }

  @Test
  void runsWithoutAnEndAreStopped() throws Exception {
    DataSource database = TestServers.freshDatabase();
    Migrations.migrate(new JdbcTransactions(database, Events.none()));
    DueJobs jobs = new DueJobs(database, DatabaseClock.in(database));
    jobs.outbox().enqueueAlone(SEND.job(new Order(1)));
    Registered<Order> again =
        Handling.standard()
            .register(
                SEND,
                new Registered.Once<>((run, tx) -> tx.enqueue(SEND, run.payload())),
                Windows.STANDARD);

    assertThatThrownBy(() -> jobs.run(List.of(again), Map.of(), 20))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("20 runs, the last of type \"send_tickets\"");
  }

  @Test
  void troubleOfRelayAndWorkerIsThrown() throws Exception {
    enqueue(SEND, 1);
    stagedoor.handle(SEND, run -> {});
    run(stagedoor, "ALTER TABLE stagedoor.outbox RENAME TO away");
    try {
      assertThatThrownBy(() -> stagedoor.runDue())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("trouble in relay")
          .hasRootCauseInstanceOf(SQLException.class);
    } finally {
      run(stagedoor, "ALTER TABLE stagedoor.away RENAME TO outbox");
    }
    assertThat(stagedoor.runDue()).hasSize(1);
  }

  private String text(String query) throws SQLException {
    try (Connection connection = stagedoor.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private static void run(TestStagedoor stagedoor, String sql) throws SQLException {
    try (Connection connection = stagedoor.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
