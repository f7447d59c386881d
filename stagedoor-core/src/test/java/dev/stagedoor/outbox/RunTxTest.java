package dev.stagedoor.outbox;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.rows;
import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.JobsFixture;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.PayloadRefused;
import dev.stagedoor.job.Transition;
import dev.stagedoor.tx.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunTxTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final JobType<String> CHILD = JobType.of("send_tickets", String.class);
  private final List<JobEvent> events = new ArrayList<>();
  private final List<String> nudges = new ArrayList<>();
  private final OutboxKit kit =
      new OutboxKit(
          JOBS.transactions(),
          JacksonCodec.STANDARD,
          events::add,
          JdbcOutboxTest.recording(nudges));

  private interface Work<T> {
    T in(Tx tx) throws SQLException;
  }

  private <T> T inRun(RunRef run, int round, Set<JobId> children, Work<T> work)
      throws SQLException {
    return JOBS.transactions()
        .<T, SQLException>open(
            c ->
                work.in(
                    new RunTx(kit, c, run, new RunTx.Parent(round, "req-7", "trace-7"), children)));
  }

  @Test
  void aChildIsWrittenOnceHoweverManyRunsAsk() throws SQLException {
    RunRef run = JOBS.liveRun();
    Enqueued first = inRun(run, 0, new HashSet<>(), tx -> tx.enqueue(CHILD, "4471"));
    assertThat(first.existing()).isFalse();
    assertThat(
            row(
                JOBS.database(),
                "SELECT type, payload, request_id, traceparent, state, due_at = created_at"
                    + " FROM stagedoor.outbox WHERE id = '"
                    + first.id()
                    + "'"))
        .isEqualTo("send_tickets|\"4471\"|req-7|trace-7|live|t");
    run(JOBS.database(), "DELETE FROM stagedoor.outbox WHERE id = '" + first.id() + "'");
    Enqueued second =
        inRun(JobsFixture.twin(run), 0, new HashSet<>(), tx -> tx.enqueue(CHILD, "4471"));
    assertThat(second).isEqualTo(new Enqueued(first.id(), true)); // although it has completed
    assertThat(
            rows(JOBS.database(), "SELECT 1 FROM stagedoor.outbox WHERE id = '" + first.id() + "'"))
        .isEmpty();
    assertThat(events)
        .containsExactly(
            new JobEvent.Moved(
                first.id(), "send_tickets", Transition.ENQUEUE, 1, 0, "worker-1", null),
            new JobEvent.Absorbed(
                JobsFixture.twin(run), Technique.JOB_ID, "enqueue " + first.id()));
    assertThat(nudges).containsExactly("committed", "committed");
  }

  @Test
  void aNewRoundEnqueuesAnew() throws SQLException {
    RunRef run = JOBS.liveRun();
    Enqueued first = inRun(run, 0, new HashSet<>(), tx -> tx.enqueue(CHILD, "4471"));
    Enqueued next = inRun(run, 1, new HashSet<>(), tx -> tx.enqueue(CHILD, "4471"));
    assertThat(next.existing()).isFalse();
    assertThat(next.id()).isNotEqualTo(first.id());
  }

  @Test
  void theSameChildTwiceInOneRunIsRefused() throws SQLException {
    RunRef run = JOBS.liveRun();
    Set<JobId> children = new HashSet<>();
    assertThatThrownBy(
            () ->
                inRun(
                    run,
                    0,
                    children,
                    tx -> {
                      tx.enqueue(CHILD, "a");
                      return tx.enqueue(CHILD, "a");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("give the two payloads something that tells them apart");
    assertThat(children).isEmpty(); // rolled back: it may be asked for again
    inRun(run, 0, children, tx -> tx.enqueue(CHILD, "a"));
    inRun(run, 0, children, tx -> tx.enqueue(CHILD, "b"));
    assertThatThrownBy(() -> inRun(run, 0, children, tx -> tx.enqueue(CHILD, "a")))
        .hasMessageContaining("this run has enqueued send_tickets with the same payload already");
  }

  @Test
  void whatIsRolledBackIsNotTold() throws SQLException {
    RunRef run = JOBS.liveRun();
    assertThatThrownBy(
            () ->
                inRun(
                    run,
                    0,
                    new HashSet<>(),
                    tx -> {
                      tx.enqueue(CHILD, "a");
                      tx.changed("UPDATE stagedoor.outbox SET run = 9 WHERE false");
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(events).isEmpty();
    assertThat(nudges).isEmpty();
    assertThat(inRun(run, 0, new HashSet<>(), tx -> tx.enqueue(CHILD, "a")).existing()).isFalse();
  }

  @Test
  void aConditionalWriteTellsWhetherTheStateWasReached() throws SQLException {
    RunRef run = JOBS.liveRun();
    String write = "UPDATE stagedoor.outbox SET priority = 1 WHERE id = ? AND priority <> 1";
    for (boolean expected : new boolean[] {true, false}) {
      boolean changed = inRun(run, 0, new HashSet<>(), tx -> tx.changed(write, run.jobId()));
      assertThat(changed).isEqualTo(expected);
    }
    assertThat(events)
        .containsExactly(
            new JobEvent.Applied(run, Technique.STATE, "UPDATE stagedoor.outbox"),
            new JobEvent.Absorbed(run, Technique.STATE, "UPDATE stagedoor.outbox"));
  }

  @Test
  void aChildsPayloadIsHeldToTheLimit() throws SQLException {
    RunRef run = JOBS.liveRun();
    assertThatThrownBy(
            () -> inRun(run, 0, new HashSet<>(), tx -> tx.enqueue(CHILD, "x".repeat(70_000))))
        .isInstanceOf(PayloadRefused.class)
        .hasMessageContaining("is 70002 bytes, the limit is 65536");
  }
}
