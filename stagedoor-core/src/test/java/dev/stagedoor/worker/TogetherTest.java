package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.event.Events;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.handler.BatchHandler;
import dev.stagedoor.handler.JobBatch;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Transition;
import dev.stagedoor.queue.Queues;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many jobs in one slot: batches, and groups that share a commit. */
final class TogetherTest {
  private static final String ADD =
      "INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET n = counter.n + 1";
  private static final RetryPolicy ONE_FAILURE =
      new RetryPolicy(1, Duration.ofMillis(20), Duration.ofSeconds(1), Duration.ofHours(20));
  private static final JobType<Stage.Word> CHILD = JobType.of("child", Stage.Word.class);
  private final Stage stage = new Stage();
  private final CountDownLatch slotIsTaken = new CountDownLatch(1);
  private final CountDownLatch allWait = new CountDownLatch(1);
  private final List<Integer> sizes = new CopyOnWriteArrayList<>();
  private final List<JobId> ids = new CopyOnWriteArrayList<>();
  private final Map<Integer, Integer> largest = new ConcurrentHashMap<>();

  @AfterEach
  void close() {
    allWait.countDown();
    stage.close();
  }

  /** The first job holds the only slot until the others wait for it. */
  private void holdTheSlot(String text) throws InterruptedException {
    if (text.equals("first")) {
      slotIsTaken.countDown();
      allWait.await();
    }
  }

  private void enqueueOthers(String... texts) throws Exception {
    JobId first = stage.enqueue("first");
    slotIsTaken.await();
    for (String text : texts) {
      ids.add(stage.enqueue(text));
    }
    Stage.await("all are read ahead", () -> stage.stream.depth("default") >= texts.length + 1);
    allWait.countDown();
    stage.events.awaitMoved(first, Transition.COMPLETE);
  }

  private void batches(BatchHandler<Stage.Word> handler) {
    stage.start(
        b ->
            b.concurrency(1)
                .handleBatch(
                    Stage.WORK,
                    10,
                    batch -> {
                      holdTheSlot(batch.runs().get(0).payload().text());
                      sizes.add(batch.runs().size());
                      handler.handle(batch);
                    },
                    h -> h.retry(ONE_FAILURE)));
  }

  private void groups(OnceHandler<Stage.Word> handler) {
    stage.start(
        b ->
            b.concurrency(1)
                .handleOnce(
                    Stage.WORK,
                    (run, tx) -> {
                      holdTheSlot(run.payload().text());
                      handler.handle(run, tx);
                    },
                    h -> h.together(10).retry(ONE_FAILURE)));
  }

  private void awaitAll(Transition transition) {
    ids.forEach(id -> stage.events.awaitMoved(id, transition));
  }

  /** By key, or two batches would wait for each other's rows. */
  private static int add(JobBatch<Stage.Word> batch) throws SQLException {
    return batch.once(
        (tx, fresh) -> {
          for (String text : fresh.stream().map(r -> r.payload().text()).sorted().toList()) {
            tx.update(ADD, text);
          }
        });
  }

  // ---- batches

  @Test
  void oneCallForAllThatWait() throws Exception {
    batches(TogetherTest::add);
    enqueueOthers("a", "b", "c");
    awaitAll(Transition.COMPLETE);
    stage.awaitSettled("default");
    assertThat(sizes).containsExactly(1, 3);
    assertThat(List.of(stage.counter("a"), stage.counter("b"), stage.counter("c")))
        .containsOnly(1L);
  }

  @Test
  void withoutOnceReturningCompletesAll() throws Exception {
    batches(batch -> {});
    enqueueOthers("a", "b");
    awaitAll(Transition.COMPLETE);
    assertThat(sizes).containsExactly(1, 2);
  }

  @Test
  void doublesAreLeftOut() throws Exception {
    List<Integer> fresh = new CopyOnWriteArrayList<>();
    List<Long> jobs = new CopyOnWriteArrayList<>();
    stage.start(
        b ->
            b.concurrency(1)
                .handleBatch(
                    Stage.WORK,
                    10,
                    batch -> {
                      holdTheSlot(batch.runs().get(0).payload().text());
                      sizes.add(batch.runs().size());
                      jobs.add(batch.runs().stream().map(r -> r.jobId()).distinct().count());
                      fresh.add(add(batch));
                    }),
        new Shared(stage.stream) {
          @Override
          public List<EntryId> publish(List<Publication> batch) {
            super.publish(batch); // as when a relay dies before it marks
            return super.publish(batch);
          }
        });
    enqueueOthers("a", "b", "c");
    awaitAll(Transition.COMPLETE);
    stage.awaitSettled("default");
    assertThat(List.of(stage.counter("first"), stage.counter("a"), stage.counter("c")))
        .containsOnly(1L);
    assertThat(fresh.stream().mapToInt(n -> n).sum()).isEqualTo(4);
    assertThat(jobs.stream().map(Long::intValue).toList()).isEqualTo(sizes);
    assertThat(stage.number("SELECT count(*) FROM stagedoor.job_runs")).isZero();
  }

  @Test
  void theBadJobFailsAlone() throws Exception {
    batches(
        batch -> {
          add(batch);
          if (batch.runs().stream().anyMatch(run -> run.payload().text().equals("bad"))) {
            throw new IllegalStateException("after the commit");
          }
        });
    enqueueOthers("a", "bad", "b");
    awaitAll(Transition.COMPLETE); // their effects are committed with their completions
    assertThat(sizes).containsExactly(1, 3);
  }

  @Test
  void theBadJobInOnceFailsAlone() throws Exception {
    batches(
        batch ->
            batch.once(
                (tx, fresh) -> {
                  for (var run : fresh) {
                    tx.update(ADD, run.payload().text());
                    if (run.payload().text().equals("bad")) {
                      throw new IllegalStateException("cannot be added");
                    }
                  }
                }));
    enqueueOthers("a", "bad", "b");
    stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(1), Transition.DIE);
    stage.events.awaitMoved(ids.get(2), Transition.COMPLETE);
    assertThat(sizes).containsExactly(1, 3, 1, 1, 1);
    assertThat(List.of(stage.counter("a"), stage.counter("bad"), stage.counter("b")))
        .containsExactly(1L, -1L, 1L);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", ids.get(1)))
        .contains("cannot be added");
  }

  @Test
  void aDeadlockIsEverybodysAndNotTriedOneByOne() throws Exception {
    batches(
        batch -> {
          if (batch.runs().size() > 1) {
            throw new SQLException("deadlock detected", "40P01");
          }
        });
    enqueueOthers("a", "b");
    awaitAll(Transition.DIE);
    assertThat(sizes).containsExactly(1, 2);
  }

  /** Rewritten, say by its watchdog, after it was found fresh and before the commit. */
  @Test
  void whatMovesMeanwhileIsLeftOutAndTheOthersAreDoneAgain() throws Exception {
    batches(
        batch ->
            batch.once(
                (tx, fresh) -> {
                  for (var run : fresh) {
                    tx.update(ADD, run.payload().text());
                  }
                  move(fresh.get(0).payload().text());
                }));
    enqueueOthers("a", "moves", "b");
    stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(2), Transition.COMPLETE);
    assertThat(List.of(stage.counter("a"), stage.counter("moves"), stage.counter("b")))
        .containsExactly(1L, -1L, 1L);
    assertThat(stage.isGone(ids.get(1))).isFalse();
    assertThat(
            stage.number(
                "SELECT count(*) FROM stagedoor.processed_jobs WHERE job_id = ?", ids.get(1)))
        .isZero();
  }

  /** In the transaction of the first of them, before the one that moves has come to its end. */
  private void move(String text) {
    if (text.equals("a")) {
      stage.sql(
          "UPDATE stagedoor.outbox SET attempt = attempt + 1, due_at = now() + '1 h'"
              + " WHERE payload LIKE '%moves%' AND attempt = 1");
    }
  }

  @Test
  void childrenAreEnqueuedThroughTheirParents() throws Exception {
    AtomicInteger children = new AtomicInteger();
    stage.start(
        b ->
            b.handleBatch(
                    Stage.WORK,
                    10,
                    batch ->
                        batch.once(
                            (tx, fresh) -> {
                              assertThatThrownBy(() -> tx.enqueue(CHILD, new Stage.Word("x")))
                                  .isInstanceOf(IllegalStateException.class)
                                  .hasMessageContaining("tx.of(run).enqueue");
                              for (var run : fresh) {
                                tx.of(run).enqueue(CHILD, run.payload());
                              }
                            }))
                .handle(CHILD, run -> children.incrementAndGet()));
    stage.enqueue("a");
    stage.enqueue("b");
    Stage.await("both children have run", () -> children.get() == 2);
  }

  @Test
  void onceASecondTimeIsRefused() throws Exception {
    List<String> refused = new CopyOnWriteArrayList<>();
    batches(
        batch -> {
          add(batch);
          try {
            add(batch);
          } catch (IllegalStateException e) {
            refused.add(String.valueOf(e.getMessage()));
          }
        });
    enqueueOthers("a");
    awaitAll(Transition.COMPLETE);
    assertThat(refused).hasSize(2).allMatch(m -> m.contains("once a second time"));
    assertThat(stage.counter("a")).isEqualTo(1);
  }

  @Test
  void aBatchThatTakesTooLongHasTimedOutAsAWhole() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    stage.start(
        b ->
            b.concurrency(1)
                .handleBatch(
                    Stage.WORK,
                    10,
                    batch -> {
                      holdTheSlot(batch.runs().get(0).payload().text());
                      sizes.add(batch.runs().size());
                      if (batch.runs().size() > 1) {
                        never.await();
                      }
                    },
                    h -> h.retry(ONE_FAILURE).timeout(Duration.ofSeconds(3))));
    enqueueOthers("a", "b");
    awaitAll(Transition.DIE);
    assertThat(sizes).containsExactly(1, 2);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", ids.get(0)))
        .contains("timed out after PT3S");
  }

  // ---- groups

  @Test
  void handleOncesThatWaitShareATransaction() throws Exception {
    stage.sql("CREATE TABLE seen (text text, tx xid8, lock_timeout text)");
    groups(
        (run, tx) ->
            tx.update(
                "INSERT INTO seen VALUES (?, pg_current_xact_id(), current_setting('lock_timeout'))",
                run.payload().text()));
    enqueueOthers("a", "b", "c");
    awaitAll(Transition.COMPLETE);
    stage.awaitSettled("default");
    assertThat(stage.number("SELECT count(DISTINCT tx) FROM seen")).isEqualTo(2);
    assertThat(stage.number("SELECT count(*) FROM seen")).isEqualTo(4);
    assertThat(stage.text("SELECT string_agg(DISTINCT lock_timeout, ',') FROM seen"))
        .as("what our own first statement set is put back")
        .isEqualTo("0");
    assertThat(stage.number("SELECT count(*) FROM stagedoor.processed_jobs WHERE step = ''"))
        .isEqualTo(4);
  }

  @Test
  void theOneThatFailsIsRolledBackAlone() throws Exception {
    groups(
        (run, tx) -> {
          tx.update(ADD, run.payload().text());
          if (run.payload().text().equals("bad")) {
            tx.enqueue(CHILD, run.payload());
            throw new IllegalStateException("cannot be added");
          }
        });
    enqueueOthers("a", "bad", "b");
    stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(2), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(1), Transition.DIE);
    assertThat(List.of(stage.counter("a"), stage.counter("bad"), stage.counter("b")))
        .containsExactly(1L, -1L, 1L);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", ids.get(1)))
        .contains("cannot be added");
    assertThat(stage.number("SELECT count(*) FROM stagedoor.outbox")).isEqualTo(1);
    assertThat(stage.events.count(e -> e instanceof JobEvent.Moved m && m.type().equals("child")))
        .as("nothing is told of a child that was rolled back")
        .isZero();
    assertThat(
            stage.number(
                "SELECT count(*) FROM stagedoor.processed_jobs WHERE job_id = ?", ids.get(1)))
        .as("or a redrive would find it completed")
        .isZero();
  }

  @Test
  void aSwallowedErrorOfAStatementFailsItsRunAlone() throws Exception {
    groups(
        (run, tx) -> {
          tx.update(ADD, run.payload().text());
          if (run.payload().text().equals("bad")) {
            try {
              tx.update("SELECT 1 / 0");
            } catch (SQLException swallowed) {
              return;
            }
          }
        });
    enqueueOthers("a", "bad", "b");
    stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(1), Transition.DIE);
    stage.events.awaitMoved(ids.get(2), Transition.COMPLETE);
    assertThat(List.of(stage.counter("a"), stage.counter("bad"), stage.counter("b")))
        .containsExactly(1L, -1L, 1L);
  }

  @Test
  void aDeadlockInAGroupIsTriedAgainAsAWhole() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    groups(
        (run, tx) -> {
          tx.update(ADD, run.payload().text());
          if (run.payload().text().equals("b") && calls.incrementAndGet() == 1) {
            throw new SQLException("deadlock detected", "40P01");
          }
        });
    enqueueOthers("a", "b", "c");
    awaitAll(Transition.COMPLETE);
    assertThat(List.of(stage.counter("a"), stage.counter("b"), stage.counter("c")))
        .containsOnly(1L);
    assertThat(calls).hasValue(2);
  }

  @Test
  void whatIsStoppedBeforeItIsTriedAgainIsHandedBackAndNotTakenForDone() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Queues queues = new Queues(new JdbcTransactions(stage.database, Events.none()));
    groups(
        (run, tx) -> {
          tx.update(ADD, run.payload().text());
          if (run.payload().text().equals("b") && calls.incrementAndGet() == 1) {
            queues.pause("default");
            stage.events.awaitMoved(ids.get(2), Transition.HAND_BACK); // so the worker knows of it
            throw new SQLException("deadlock detected", "40P01");
          }
        });
    JobId first = stage.enqueue("first");
    slotIsTaken.await();
    ids.add(stage.enqueue("a"));
    ids.add(stage.enqueue("b"));
    ids.add(stage.enqueue(JobType.of("another", Stage.Word.class).job(new Stage.Word("waits"))));
    Stage.await("all are read ahead", () -> stage.stream.depth("default") >= 4);
    allWait.countDown();
    stage.events.awaitMoved(first, Transition.COMPLETE);

    stage.events.awaitMoved(ids.get(0), Transition.HAND_BACK);
    stage.events.awaitMoved(ids.get(1), Transition.HAND_BACK);
    assertThat(stage.number("SELECT count(*) FROM counter WHERE name IN ('a', 'b')")).isZero();
    queues.resume("default");
    stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(1), Transition.COMPLETE);
    assertThat(List.of(stage.counter("a"), stage.counter("b"))).containsOnly(1L);
  }

  /** As a socket that is closed by the interrupt, or an interrupt that the driver passes on. */
  @Test
  void aTimeOutThatCostsTheConnectionIsItsOwnAlone() throws Exception {
    stage.start(
        b ->
            b.concurrency(1)
                .handleOnce(
                    Stage.WORK,
                    (run, tx) -> {
                      holdTheSlot(run.payload().text());
                      tx.update(ADD, run.payload().text());
                      if (run.payload().text().equals("slow")) {
                        try {
                          new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                          throw new SQLException("socket closed", "08006", e);
                        }
                      }
                    },
                    h -> h.together(10).retry(ONE_FAILURE).timeout(Duration.ofSeconds(3))));
    enqueueOthers("a", "slow", "b");
    stage.events.awaitMoved(ids.get(1), Transition.DIE);
    stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(2), Transition.COMPLETE);
    assertThat(List.of(stage.counter("a"), stage.counter("b"))).containsOnly(1L);
  }

  @Test
  void eachAttemptOfABatchHasAQuarterOfTheJobs() throws Exception {
    stage.start(
        b ->
            b.concurrency(1)
                .handleBatch(
                    Stage.WORK,
                    16,
                    batch -> {
                      holdTheSlot(batch.runs().get(0).payload().text());
                      int attempt = batch.runs().get(0).attempt();
                      assertThat(batch.runs()).extracting(JobRun::attempt).containsOnly(attempt);
                      largest.merge(attempt, batch.runs().size(), Math::max);
                      if (attempt < 3 && !batch.runs().get(0).payload().text().equals("first")) {
                        throw new SQLException("deadlock detected", "40P01");
                      }
                    },
                    h -> h.retry(Stage.SHORT.retry())));
    enqueueOthers(IntStream.range(0, 12).mapToObj(i -> "job-" + i).toArray(String[]::new));
    awaitAll(Transition.COMPLETE);
    assertThat(largest.get(1)).isEqualTo(12);
    assertThat(largest.get(2)).isBetween(1, 4);
    assertThat(largest.get(3)).isEqualTo(1);
  }

  @Test
  void aChildThatIsEnqueuedTwiceThroughItsParentIsRefusedAsInASingleRun() throws Exception {
    batches(
        batch ->
            batch.once(
                (tx, fresh) -> {
                  tx.of(fresh.get(0)).enqueue(Stage.WORK, new Stage.Word("child"));
                  tx.of(fresh.get(0)).enqueue(Stage.WORK, new Stage.Word("child"));
                }));
    ids.add(stage.enqueue("a"));
    awaitAll(Transition.DIE);
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", ids.get(0)))
        .contains("IllegalStateException");
  }

  @Test
  void aTwinsOpenCompletionHoldsUpItsOwnJobOnly() throws Exception {
    groups((run, tx) -> tx.update(ADD, run.payload().text()));
    JobId first = stage.enqueue("first");
    slotIsTaken.await();
    for (String text : new String[] {"a", "held", "b"}) {
      ids.add(stage.enqueue(text));
    }
    Stage.await("all are read ahead", () -> stage.stream.depth("default") >= 4);
    try (Connection twin = stage.database.getConnection()) {
      twin.setAutoCommit(false);
      try (var insert =
          twin.prepareStatement(
              "INSERT INTO stagedoor.processed_jobs (job_id, step, type, queue, outcome, attempt,"
                  + " run, worker, started_at) VALUES (?, '', 'work', 'default', 'completed', 1, 0,"
                  + " 'twin', now())")) {
        insert.setObject(1, ids.get(1).value());
        insert.executeUpdate();
      }
      allWait.countDown();
      stage.events.awaitMoved(first, Transition.COMPLETE);
      stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
      assertThat(stage.isGone(ids.get(1))).isFalse();
      twin.rollback();
    }
    awaitAll(Transition.COMPLETE);
    assertThat(List.of(stage.counter("a"), stage.counter("held"), stage.counter("b")))
        .containsOnly(1L);
  }

  @Test
  void whatMovesInAGroupIsLeftOutAndTheOthersAreDoneAgain() throws Exception {
    groups(
        (run, tx) -> {
          tx.update(ADD, run.payload().text());
          move(run.payload().text());
        });
    enqueueOthers("a", "moves", "b");
    stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(2), Transition.COMPLETE);
    assertThat(List.of(stage.counter("a"), stage.counter("moves"), stage.counter("b")))
        .containsExactly(1L, -1L, 1L);
  }

  @Test
  void whatHasTimedOutInAGroupIsRolledBackAlone() throws Exception {
    stage.start(
        b ->
            b.concurrency(1)
                .handleOnce(
                    Stage.WORK,
                    (run, tx) -> {
                      holdTheSlot(run.payload().text());
                      tx.update(ADD, run.payload().text());
                      if (run.payload().text().equals("slow")) {
                        try {
                          new CountDownLatch(1).await();
                        } catch (InterruptedException swallowed) {
                          return;
                        }
                      }
                    },
                    h -> h.together(10).retry(ONE_FAILURE).timeout(Duration.ofSeconds(3))));
    enqueueOthers("a", "slow", "b");
    stage.events.awaitMoved(ids.get(0), Transition.COMPLETE);
    stage.events.awaitMoved(ids.get(1), Transition.DIE);
    stage.events.awaitMoved(ids.get(2), Transition.COMPLETE);
    assertThat(List.of(stage.counter("a"), stage.counter("slow"), stage.counter("b")))
        .containsExactly(1L, -1L, 1L);
  }

  // ---- wrong settings

  @Test
  void numbersOutOfBoundsAreRefusedTogether() {
    assertThatThrownBy(
            () ->
                Stagedoor.builder(stage.database).stream(LocalStream.inThisProcess())
                    .handleBatch(Stage.WORK, 0, batch -> {})
                    .handleOnce(CHILD, (run, tx) -> {}, h -> h.together(51))
                    .handle(JobType.of("plain", Stage.Word.class), run -> {}, h -> h.together(2))
                    .build())
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("batches of \"work\" of 0: give 1 to 10000")
        .hasMessageContaining("together(51) of \"child\": give 1 to 50")
        .hasMessageContaining("together(2) of \"plain\": it is for handleOnce only");
  }

  @Test
  void thousandsAreCountedOnceEach() throws Exception {
    Stagedoor stagedoor =
        stage.start(b -> b.concurrency(2).handleBatch(Stage.WORK, 100, TogetherTest::add));
    List<NewJob<?>> jobs =
        IntStream.range(0, 1000)
            .<NewJob<?>>mapToObj(i -> Stage.WORK.job(new Stage.Word("n" + i % 10)))
            .toList();
    try (Connection c = stage.database.getConnection()) {
      c.setAutoCommit(false);
      stagedoor.outbox().enqueueAll(c, jobs);
      c.commit();
    }
    Stage.await("all are gone", () -> stage.number("SELECT count(*) FROM stagedoor.outbox") == 0);
    assertThat(stage.number("SELECT sum(n) FROM counter")).isEqualTo(1000);
  }
}
