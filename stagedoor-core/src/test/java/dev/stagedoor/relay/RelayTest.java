package dev.stagedoor.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.relay.RelayWorld.Mark;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import dev.stagedoor.stream.StreamUnavailable;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.TransactionFailed;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RelayTest {
  private static RelayWorld world;
  private final TrialStream stream = new TrialStream();

  @BeforeAll
  static void open() {
    world = RelayWorld.open();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    world.empty();
  }

  @Test
  void publishesWhatIsDueAndMarksIt() throws Exception {
    JobId due = world.enqueue("mail");
    JobId waiting = world.enqueue("mail", 5, Duration.ofHours(1));
    assertThat(world.relay(stream).runOnce()).isEqualTo(1);

    List<Delivery> read = stream.read("mail", "w", 10, Duration.ZERO);
    assertThat(read).hasSize(1);
    assertThat(read.get(0).entry())
        .isEqualTo(
            new StreamEntry(due, "mail", "seen_to", 1, 0, false, "{\"n\":1}", null, null, null));
    assertThat(world.mark(due))
        .isEqualTo(new Mark(stream.name(), world.epoch(stream), read.get(0).entryId().value()));
    assertThat(world.mark(waiting)).isNull();
  }

  @Test
  void isNotLateForWhatItSawWaiting() throws Exception {
    RelaySettings settings = RelayWorld.PATIENT;
    Relay relay =
        world.relay(
            stream,
            new RelaySettings(
                "relay",
                settings.batch(),
                settings.batchBytes(),
                settings.ahead(),
                settings.pollShortest(),
                Duration.ofDays(1),
                settings.publishTimeout()));
    world.enqueue("mail", 5, Duration.ofHours(10));
    world.enqueue("mail", 7, Duration.ofHours(1));
    for (int i = 0; i < 30; i++) {
      relay.pace().after(0);
    }
    assertThat(relay.pace().after(0)).isEqualTo(Duration.ofDays(1).toNanos());
    world.wholeRound(relay);
    assertThat(relay.pace().after(0))
        .isBetween(Duration.ofMinutes(50).toNanos(), Duration.ofMinutes(60).toNanos());
  }

  @Test
  void tellsPublishedBeforeTheMarkAndMovedAfterIt() throws Exception {
    JobId job = world.enqueue("mail");
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    world.then =
        event -> {
          if (event instanceof JobEvent.Published || event instanceof JobEvent.Moved) {
            order.add(event.getClass().getSimpleName() + (marked(job) ? " marked" : " unmarked"));
          }
        };
    world.relay(stream).runOnce();
    assertThat(order).containsExactly("Published unmarked", "Moved marked");
    assertThat(world.told(JobEvent.Moved.class).get(0).transition()).isEqualTo(Transition.PUBLISH);
  }

  private static boolean marked(JobId job) {
    try {
      return world.mark(job) != null;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void takesTheMostUrgentFirstAndAmongThemTheOldest() throws Exception {
    JobId third = world.enqueue("mail", 5, Duration.ofSeconds(-5));
    JobId second = world.enqueue("mail", 0, Duration.ofSeconds(-5));
    JobId first = world.enqueue("mail", 0, Duration.ofSeconds(-10));
    JobId fourth = world.enqueue("mail", 9, Duration.ofSeconds(-60));
    Relay relay = world.relay(stream, RelayWorld.PATIENT.withBatch(3));
    assertThat(relay.runOnce()).isEqualTo(3);
    assertThat(relay.runOnce()).isEqualTo(1);
    assertThat(published()).containsExactly(first, second, third, fourth);
  }

  private List<JobId> published() {
    return stream.published.stream().map(p -> p.entry().jobId()).toList();
  }

  @Test
  void servesEveryQueueThoughOneCouldFillEveryBatch() throws Exception {
    world.enqueue("busy", 30);
    world.enqueue("quiet", 1);
    Relay relay = world.relay(stream, RelayWorld.PATIENT.withBatch(10));
    assertThat(relay.runOnce() + relay.runOnce()).isGreaterThanOrEqualTo(11);
    assertThat(stream.depth("quiet")).isEqualTo(1);
  }

  @Test
  void keepsAtMostSoMuchAhead() throws Exception {
    world.enqueue("mail", 25);
    world.enqueue("other", 3);
    Relay relay = world.relay(stream, RelayWorld.PATIENT.withAhead(10).withBatch(4));
    world.untilQuiet(relay);
    assertThat(stream.depth("mail")).isEqualTo(10);
    assertThat(stream.depth("other")).isEqualTo(3);

    settle("mail", 7);
    world.untilQuiet(relay);
    assertThat(stream.depth("mail")).isEqualTo(10);
  }

  private void settle(String queue, int entries) {
    stream.settle(
        queue,
        stream.read(queue, "w", entries, Duration.ZERO).stream().map(Delivery::entryId).toList());
  }

  @Test
  void aFullQueueIsLookedAtSoonerThanTheLongestPoll() throws Exception {
    world.enqueue("mail", 3);
    Relay relay = world.relay(stream, RelayWorld.PATIENT.withAhead(1));
    world.untilQuiet(relay);
    for (int i = 0; i < 20; i++) {
      assertThat(relay.pace().after(relay.runOnce()))
          .isLessThanOrEqualTo(Duration.ofMillis(50).toNanos());
    }
  }

  @Test
  void aBatchIsBoundedInBytes() throws Exception {
    world.enqueueLarge(10);
    Relay relay = world.relay(stream, RelayWorld.TWO_LARGE);
    assertThat(relay.runOnce()).isEqualTo(2);
    for (int i = 0; i < 4; i++) {
      assertThat(relay.runOnce()).isEqualTo(2); // short polls: what was left is above the floor
    }
    assertThat(world.unmarked()).isZero();
  }

  @Test
  void aPartThatIsAlwaysTurnedAwayIsTold() throws Exception {
    world.enqueue("mail");
    stream.beforePublish =
        batch -> {
          throw new TransactionFailed(new SQLException("turned away", "55P03"), false);
        };
    Relay relay = world.relay(stream);
    for (int round = 0; round < 100 && world.told.isEmpty(); round++) {
      world.wholeRound(relay);
    }
    assertThat(world.told).anyMatch(e -> e instanceof JobEvent.Trouble);
  }

  @Test
  void doesNotWaitForTheDiskAndDoesNotIdleForLong() throws Exception {
    world.enqueue("mail");
    List<String> settings = new ArrayList<>();
    world.then =
        event -> {
          if (event instanceof JobEvent.Published) {
            settings.add(show(world.transactions, "synchronous_commit"));
            settings.add(show(world.transactions, "idle_in_transaction_session_timeout"));
          }
        };
    world.relay(stream).runOnce();
    assertThat(settings).containsExactly("off", "5s");
  }

  private static String show(Transactions transactions, String setting) {
    try (Statement ask = transactions.current().createStatement();
        ResultSet row = ask.executeQuery("SHOW " + setting)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void C49_failedPublishingLeavesTheRowUnmarked() throws Exception {
    JobId job = world.enqueue("mail");
    AtomicBoolean fail = new AtomicBoolean(true);
    stream.beforePublish =
        batch -> {
          if (fail.get()) {
            throw new StreamUnavailable("no connection", null);
          }
          return batch;
        };
    Relay relay = world.relay(stream);
    assertThat(relay.runOnce()).isZero();
    assertThat(world.mark(job)).isNull();
    assertThat(world.told(JobEvent.Trouble.class)).hasSize(1);

    fail.set(false);
    assertThat(relay.runOnce()).as("keeps off for a while").isZero();
    assertThat(world.wholeRound(relay)).isEqualTo(1);
    assertThat(world.mark(job)).isNotNull();
  }

  @Test
  void halfABatchThatFailedIsPublishedAgainWithOneMoreEntryAtMost() throws Exception {
    List<JobId> jobs = world.enqueue("mail", 10);
    AtomicBoolean fail = new AtomicBoolean(true);
    stream.beforePublish =
        batch -> {
          if (fail.getAndSet(false)) {
            stream.published.addAll(batch.subList(0, 5));
            stream.real.publish(batch.subList(0, 5));
            throw new StreamUnavailable("the sixth failed", null);
          }
          return batch;
        };
    Relay relay = world.relay(stream);
    relay.runOnce();
    world.untilQuiet(relay);
    Map<JobId, Long> entries =
        published().stream().collect(Collectors.groupingBy(id -> id, Collectors.counting()));
    assertThat(entries.keySet()).containsExactlyInAnyOrderElementsOf(jobs);
    assertThat(entries.values()).allMatch(n -> n <= 2);
    assertThat(world.unmarked()).isZero();
  }

  @Test
  @Timeout(60)
  void C53_hangingPublishingGivesItsRowsToAnotherRelay() throws Exception {
    List<JobId> jobs = world.enqueue("mail", 100);
    CountDownLatch hang = new CountDownLatch(1);
    TrialStream hanging = new TrialStream(stream.real);
    hanging.beforePublish =
        batch -> {
          try {
            hang.await();
          } catch (InterruptedException e) {
            throw new StreamUnavailable("interrupted", e);
          }
          return batch;
        };
    assertThat(world.relay(hanging, RelaySettings.STANDARD).runOnce()).isZero();
    assertThat(world.told(JobEvent.Trouble.class))
        .singleElement()
        .matches(t -> t.cause() instanceof StreamUnavailable, "ended by the time-out");
    assertThat(world.relay(stream).runOnce()).isEqualTo(100);
    assertThat(new HashSet<>(published())).isEqualTo(new HashSet<>(jobs));
    assertThat(hanging.published).isEmpty();
  }

  @Test
  void aRowThatCommitsLateIsFoundByAShortPoll() throws Exception {
    world.enqueue("mail");
    Relay relay = world.relay(stream);
    try (Connection late = world.database.getConnection()) {
      late.setAutoCommit(false);
      JobId first = RelayWorld.enqueue(late, "mail", 5, Duration.ZERO);
      world.enqueue("mail");
      world.untilQuiet(relay);
      late.commit();
      assertThat(relay.runOnce()).isEqualTo(1);
      assertThat(world.mark(first)).isNotNull();
    }
  }

  @Test
  void aRowThatCommitsVeryLateIsFoundByTheNextFullScan() throws Exception {
    world.enqueue("mail");
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    JobId late = world.enqueue("mail", 5, Duration.ofMinutes(-1));
    assertThat(relay.runOnce()).as("below the floor").isZero();
    assertThat(world.mark(late)).isNull();
    assertThat(world.wholeRound(relay)).isEqualTo(1);
    assertThat(world.mark(late)).isNotNull();
  }

  @Test
  void manyRowsThatCommitVeryLateAreNotPublishedABatchASecond() throws Exception {
    Relay relay = world.relay(stream, RelayWorld.TWO_LARGE);
    world.enqueue("mail");
    world.untilQuiet(relay);
    world.enqueueLarge(7);
    world.run("UPDATE stagedoor.outbox SET due_at = due_at - interval '10 s' WHERE type = 't'");
    assertThat(relay.runOnce()).as("below the floor").isZero();

    assertThat(world.wholeRound(relay)).isEqualTo(2);
    assertThat(List.of(relay.runOnce(), relay.runOnce(), relay.runOnce())).containsExactly(2, 2, 1);
  }

  @Test
  void aNewQueueIsFoundAtOnceWhereNoneIsKnownAndByTheNextFullScanElsewhere() throws Exception {
    Relay relay = world.relay(stream);
    assertThat(relay.runOnce()).isZero();
    world.enqueue("mail");
    assertThat(relay.runOnce()).isEqualTo(1);
    world.enqueue("reports");
    assertThat(relay.runOnce()).isZero();
    assertThat(world.wholeRound(relay)).isEqualTo(1);
    world.enqueue("mail");
    world.enqueue("reports");
    assertThat(relay.runOnce()).isEqualTo(2);
  }

  @Test
  void goesOnWhenTheDatabaseIsBack() throws Exception {
    JobId job = world.enqueue("mail");
    world.run("ALTER TABLE stagedoor.outbox RENAME TO away");
    Relay relay = world.relay(stream);
    assertThat(relay.runOnce()).isZero();
    assertThat(world.told(JobEvent.Trouble.class)).isNotEmpty();
    world.run("ALTER TABLE stagedoor.away RENAME TO outbox");
    world.wholeRound(relay);
    assertThat(world.mark(job)).isNotNull();
  }

  @Test
  void readsCommittedWhateverTheSessionsDefault() throws Exception {
    List<String> isolation = new ArrayList<>();
    HikariConfig serializable = new HikariConfig();
    serializable.setDataSource(world.database.getDataSource());
    serializable.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    try (HikariDataSource sessions = new HikariDataSource(serializable)) {
      Transactions transactions = new JdbcTransactions(sessions, world.events);
      world.then = event -> isolationAtPublishing(event, transactions, isolation);
      world.enqueue("mail");
      world.relay(stream, transactions).runOnce();
    }
    assertThat(isolation).containsExactly("read committed");
  }

  private static void isolationAtPublishing(
      JobEvent event, Transactions transactions, List<String> isolation) {
    if (event instanceof JobEvent.Published) {
      isolation.add(show(transactions, "transaction_isolation"));
    }
  }

  @Test
  void nudgeAndExpectQuickenThePace() throws Exception {
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    for (int i = 0; i < 10; i++) {
      relay.pace().after(0);
    }
    assertThat(relay.pace().after(0)).isEqualTo(Duration.ofMillis(500).toNanos());
    relay.expect();
    AtomicInteger ms = new AtomicInteger(1);
    for (int i = 0; i < 7; i++) {
      assertThat(relay.pace().after(relay.runOnce()))
          .isEqualTo(Duration.ofMillis(ms.getAndUpdate(n -> 2 * n)).toNanos());
    }
    world.enqueue("mail");
    assertThat(relay.pace().after(relay.runOnce())).isZero();
    assertThat(relay.pace().after(relay.runOnce())).isEqualTo(Duration.ofMillis(5).toNanos());
  }

  @Test
  void publicationsReplaceNothingAndAreNotFlaggedTheFirstTime() throws Exception {
    world.enqueue("mail", 3);
    world.relay(stream).runOnce();
    assertThat(stream.published).extracting(Publication::replaces).containsOnlyNulls();
    assertThat(stream.published).noneMatch(p -> p.entry().again());
  }
}
