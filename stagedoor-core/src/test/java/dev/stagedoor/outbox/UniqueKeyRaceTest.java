package dev.stagedoor.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.JobsFixture;
import dev.stagedoor.effect.ProcessedJobs;
import dev.stagedoor.event.Events;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.SideThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Two of them at once: enqueues under a key, runs, completions. */
class UniqueKeyRaceTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final NewJob<String> JOB =
      JobType.of("send_tickets", String.class).job("x").uniqueKey("k");
  private final Outbox outbox =
      new JdbcOutbox(
          new OutboxKit(JOBS.transactions(), JacksonCodec.STANDARD, Events.none(), Nudge.NONE));
  private final Finished finished = new Finished(JOBS.transactions());

  private RunRef run() throws SQLException {
    JOBS.transactions()
        .<Integer, SQLException>open(
            c -> BoundStatement.update(c, "DELETE FROM stagedoor.outbox WHERE unique_key = 'k'"));
    Enqueued enqueued = outbox.enqueueAlone(JOB);
    return new RunRef(enqueued.id(), "send_tickets", "default", 1, 0, "worker-1", "1-0");
  }

  private Finished.How complete(RunRef run) throws SQLException {
    UUID id = run.jobId().value();
    return finished.complete(List.of(new Finished.Done(run, null, 0))).of(id).how();
  }

  private SideThread<Enqueued> enqueueAside() {
    return SideThread.start(() -> outbox.enqueueAlone(JOB));
  }

  @Test
  void ofTwoEnqueuesTheSecondWaitsAndFindsTheFirst() throws Exception {
    RunRef run = run();
    complete(run);
    try (Connection tx = JOBS.begin()) {
      Enqueued first = outbox.enqueue(tx, JOB);
      SideThread<Enqueued> second = enqueueAside();
      SideThread.awaitBlocked(JOBS.database());
      tx.commit();
      assertThat(second.result()).isEqualTo(new Enqueued(first.id(), true));
    }
  }

  @Test
  void anEnqueueThatWaitsForACompletionIsANewJob() throws Exception {
    RunRef run = run();
    try (Connection tx = JOBS.begin()) {
      BoundStatement.update(tx, "DELETE FROM stagedoor.outbox WHERE id = ?", run.jobId());
      SideThread<Enqueued> second = enqueueAside();
      SideThread.awaitBlocked(JOBS.database());
      tx.commit();
      assertThat(second.result().existing()).isFalse();
      assertThat(second.result().id()).isNotEqualTo(run.jobId());
    }
  }

  @Test
  void aCompletionPassesOverAnOpenEnqueueAndThenRunsAgain() throws Exception {
    RunRef run = run();
    try (Connection tx = JOBS.begin()) {
      outbox.enqueue(tx, JOB);
      assertThat(complete(run)).isEqualTo(Finished.How.STANDING);
      tx.commit();
    }
    assertThat(complete(run)).isEqualTo(Finished.How.AGAIN);
  }

  @Test
  void aHandleOnceWaitsForAnOpenEnqueueAndRunsAgain() throws Exception {
    RunRef run = run();
    try (Connection tx = JOBS.begin()) {
      outbox.enqueue(tx, JOB);
      SideThread<Finished.How> once = waitingHandleOnce(run);
      tx.commit();
      assertThat(once.result()).isEqualTo(Finished.How.AGAIN);
    }
    assertThat(records(run)).isZero();
  }

  /** What it read before the change must not be written after the run that came for the change. */
  @Test
  void noCompletionWhileATransactionOfARunIsOpen() throws Exception {
    RunRef run = run();
    for (boolean inOnce : new boolean[] {true, false}) {
      try (Connection zombie = JOBS.begin()) {
        if (inOnce) {
          assertThat(begin(zombie, run, "copy")).isEqualTo(ProcessedJobs.Begun.FRESH);
        } else {
          assertThat(ProcessedJobs.wanted(zombie, run)).isTrue();
        }
        outbox.enqueueAlone(JOB); // a change: it waits for nobody
        assertThat(complete(JobsFixture.twin(run))).isEqualTo(Finished.How.STANDING);
        zombie.rollback();
      }
    }
    assertThat(complete(JobsFixture.twin(run))).isEqualTo(Finished.How.AGAIN);
    try (Connection late = JOBS.begin()) {
      assertThat(ProcessedJobs.wanted(late, run)).isFalse();
      assertThat(begin(late, run, "copy")).isEqualTo(ProcessedJobs.Begun.NOT_WANTED);
    }
  }

  /** The twin's step is of the round that ends: remembered, it would absorb the change. */
  @Test
  void aStepThatATwinCommitsWhileACompletionWaitsIsForgotten() throws Exception {
    RunRef run = run();
    outbox.enqueueAlone(JOB);
    try (Connection twin = JOBS.begin()) {
      assertThat(begin(twin, JobsFixture.twin(run), "copy")).isEqualTo(ProcessedJobs.Begun.FRESH);
      SideThread<Finished.How> once = waitingHandleOnce(run);
      twin.commit();
      assertThat(once.result()).isEqualTo(Finished.How.AGAIN);
    }
    assertThat(records(run)).isZero();
  }

  @Test
  void aRunThatWaitsForACompletionIsNotWanted() throws Exception {
    RunRef run = run();
    try (Connection tx = JOBS.begin()) {
      BoundStatement.update(
          tx, "UPDATE stagedoor.outbox SET attempt = 2, round = 1 WHERE id = ?", run.jobId());
      BoundStatement.update(
          tx, "SELECT FROM stagedoor.outbox WHERE id = ? FOR UPDATE", run.jobId());
      SideThread<Boolean> late =
          SideThread.start(() -> JOBS.transactions().open(c -> ProcessedJobs.wanted(c, run)));
      SideThread.awaitBlocked(JOBS.database());
      tx.commit();
      assertThat(late.result()).isFalse();
    }
  }

  @Test
  void aCancelWaitsForAnOpenTransactionOfARun() throws Exception {
    RunRef run = run();
    try (Connection tx = JOBS.begin()) {
      ProcessedJobs.wanted(tx, run);
      SideThread<Cancelled> cancel =
          SideThread.start(() -> JOBS.transactions().open(c -> outbox.cancel(c, run.jobId())));
      SideThread.awaitBlocked(JOBS.database());
      tx.commit();
      assertThat(cancel.result()).isEqualTo(Cancelled.MAY_BE_RUNNING);
    }
  }

  /** Nobody waits for a job that has no second round. */
  @Test
  void aJobWithoutAKeyIsNotHeld() throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection zombie = JOBS.begin()) {
      assertThat(ProcessedJobs.wanted(zombie, run)).isTrue();
      assertThat(complete(JobsFixture.twin(run))).isEqualTo(Finished.How.GONE);
      zombie.rollback();
    }
  }

  /** One that has recorded its completion, and waits for whoever holds its row. */
  private static SideThread<Finished.How> waitingHandleOnce(RunRef run) throws SQLException {
    SideThread<Finished.How> once =
        SideThread.start(
            () ->
                JOBS.transactions()
                    .open(
                        c -> {
                          begin(c, run, ProcessedJobs.COMPLETION);
                          return Finished.inOwnTransaction(c, run).how();
                        }));
    SideThread.awaitBlocked(JOBS.database());
    return once;
  }

  private static ProcessedJobs.Begun begin(Connection tx, RunRef run, String step)
      throws SQLException {
    return ProcessedJobs.begin(tx, run, step, null, Duration.ZERO);
  }

  private static long records(RunRef run) throws SQLException {
    return dev.stagedoor.schema.FreshSchema.rows(
            JOBS.database(),
            "SELECT 1 FROM stagedoor.processed_jobs WHERE job_id = '" + run.jobId() + "'")
        .size();
  }
}
