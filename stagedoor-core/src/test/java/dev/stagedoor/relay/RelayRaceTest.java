package dev.stagedoor.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.Events;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.loop.DutyLoop;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.LocalStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two relays at once, on one stream and on two. The sweep is off. */
class RelayRaceTest {
  private static final int LIVENESS_SECONDS = 300;

  private static RelayWorld world;
  private final ExecutorService threads = Executors.newCachedThreadPool();

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
  void eachRowIsPublishedOnceThoughTwoRelaysTakeTurns() throws Exception {
    LocalStream real = LocalStream.inThisProcess();
    TrialStream one = new TrialStream(real);
    TrialStream two = new TrialStream(real);
    List<JobId> jobs = world.enqueue("mail", 400);
    bothUntilQuiet(small(one), small(two));
    assertThat(jobsOn(one, two)).containsExactlyInAnyOrderElementsOf(jobs);
    assertThat(one.published).as("the second had its share").hasSizeLessThan(400);
    assertThat(world.unmarked()).isZero();
  }

  @Test
  void eachLostRowIsPublishedAgainOnceThoughTwoRelaysRepair() throws Exception {
    LocalStream real = LocalStream.inThisProcess();
    TrialStream one = new TrialStream(real);
    TrialStream two = new TrialStream(real);
    List<JobId> jobs = world.enqueue("mail", 200);
    Relay first = small(one);
    Relay second = small(two);
    world.untilQuiet(first);
    world.untilQuiet(second);
    one.published.clear();
    real.wipe();
    bothUntilQuiet(first, second);
    assertThat(jobsOn(one, two)).containsExactlyInAnyOrderElementsOf(jobs);
    assertThat(world.told(JobEvent.LossSuspected.class)).hasSize(1);
  }

  @Test
  void eachRowOfADeadStreamIsTakenOverByOneOfTwoOthers() throws Exception {
    List<JobId> jobs = world.enqueue("mail", 200);
    world.untilQuiet(world.relay(new TrialStream()));
    world.run("DELETE FROM stagedoor.streams");
    TrialStream one = new TrialStream();
    TrialStream two = new TrialStream();
    bothUntilQuiet(small(one), small(two));
    assertThat(jobsOn(one, two)).containsExactlyInAnyOrderElementsOf(jobs);
  }

  @Test
  void twoThatSuspectTheSameLossRaiseTheEpochOnce() throws Exception {
    LocalStream real = LocalStream.inThisProcess();
    TrialStream one = new TrialStream(real);
    world.enqueue("mail", 1);
    Relay first = world.relay(one);
    Relay second = world.relay(new TrialStream(real));
    first.runOnce();
    second.runOnce(); // registered, or it would wait in its registration instead
    real.wipe();
    List<Future<Integer>> late = new ArrayList<>();
    AtomicBoolean begun = new AtomicBoolean();
    one.beforeBegin =
        () -> {
          if (!begun.getAndSet(true)) {
            late.add(threads.submit(second::runOnce));
            awaitALockWaiter();
          }
        };
    world.wholeRound(first);
    late.get(0).get(LIVENESS_SECONDS, TimeUnit.SECONDS);
    world.untilQuiet(first);
    assertThat(world.told(JobEvent.LossSuspected.class)).hasSize(1);
    assertThat(real.depth("mail")).isEqualTo(1);
  }

  /** The second relay waits for the commit of the first. */
  private static void awaitALockWaiter() {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIVENESS_SECONDS);
    try {
      while (world.number(
              "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                  + " AND wait_event_type = 'Lock'")
          == 0) {
        if (System.nanoTime() > until) {
          throw new AssertionError("nobody waits for the epoch's row");
        }
        world.run("SELECT pg_sleep(0.005)");
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void C48_producersThatCommitLateLoseNothing() throws Exception {
    producers(10, 500, 100);
  }

  @Test
  @Tag("deep")
  void manyProducersThatCommitLateLoseNothing() throws Exception {
    producers(50, 5_000, 1_000);
  }

  private void producers(int producers, int rows, int latestMs) throws Exception {
    TrialStream stream = new TrialStream();
    Set<JobId> seen = ConcurrentHashMap.newKeySet();
    CountDownLatch all = new CountDownLatch(rows);
    world.then =
        event -> {
          if (event instanceof JobEvent.Published published && seen.add(published.jobId())) {
            all.countDown();
          }
        };
    Relay relay =
        new Relay(
            world.transactions,
            world.presence(stream),
            RelayWorld.NO_SWEEP,
            new Events(List.of(event -> world.then.on(event))),
            RelayWorld.PATIENT.withAhead(1_000_000),
            Ticker.SYSTEM);
    List<Future<Set<JobId>>> made = new ArrayList<>();
    try (DutyLoop loop = DutyLoop.start("relay", relay, relay.pace(), (n, t) -> {})) {
      for (int p = 0; p < producers; p++) {
        Random random = new Random(p);
        made.add(threads.submit(() -> produce(random, rows / producers, latestMs)));
      }
      Set<JobId> committed = new HashSet<>();
      for (Future<Set<JobId>> each : made) {
        committed.addAll(each.get(LIVENESS_SECONDS, TimeUnit.SECONDS));
      }
      assertThat(committed).hasSize(rows);
      assertThat(all.await(LIVENESS_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(seen).isEqualTo(committed);
    }
  }

  /** Ids and due times are taken when a row is written, and seen in another order. */
  private static Set<JobId> produce(Random random, int rows, int latestMs) throws SQLException {
    Set<JobId> made = new HashSet<>();
    try (Connection connection = world.database.getConnection()) {
      connection.setAutoCommit(false);
      while (made.size() < rows) {
        int now = Math.min(rows - made.size(), 1 + random.nextInt(20));
        for (int i = 0; i < now; i++) {
          made.add(RelayWorld.enqueue(connection, "mail", 5, Duration.ZERO));
        }
        try (Statement wait = connection.createStatement()) {
          wait.execute("SELECT pg_sleep(" + random.nextInt(latestMs) / 1e3 + ")");
        }
        connection.commit();
      }
    }
    return made;
  }

  private static Relay small(TrialStream stream) {
    return world.relay(stream, RelayWorld.PATIENT.withBatch(7));
  }

  private void bothUntilQuiet(Relay one, Relay two) throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    List<Future<Boolean>> both = new ArrayList<>();
    for (Relay relay : List.of(one, two)) {
      both.add(
          threads.submit(
              () -> {
                together.await();
                world.untilQuiet(relay);
                return true;
              }));
    }
    for (Future<Boolean> each : both) {
      each.get(LIVENESS_SECONDS, TimeUnit.SECONDS);
    }
    world.untilQuiet(one); // what a rolled-back transaction of the other left
  }

  private static List<JobId> jobsOn(TrialStream one, TrialStream two) {
    List<JobId> all = new ArrayList<>();
    one.published.forEach(p -> all.add(p.entry().jobId()));
    two.published.forEach(p -> all.add(p.entry().jobId()));
    return all;
  }
}
