package dev.stagedoor.outbox;

import static dev.stagedoor.schema.FreshSchema.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.JobsFixture;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.job.UniqueKeyTaken;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UniqueKeyTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final JobType<String> INDEX = JobType.of("index_event", String.class);
  private final List<JobEvent> events = new ArrayList<>();
  private final OutboxKit kit =
      new OutboxKit(JOBS.transactions(), JacksonCodec.STANDARD, events::add, Nudge.NONE);
  private final Outbox outbox = new JdbcOutbox(kit);

  private static NewJob<String> job(String key) {
    return INDEX.job("first").uniqueKey(key);
  }

  private static String stored(JobId id) throws SQLException {
    return row(
        JOBS.database(),
        "SELECT again, payload, state FROM stagedoor.outbox WHERE id = '" + id + "'");
  }

  @Test
  void theSecondWritesNoRowAndTheJobIsToRunAgain() throws SQLException {
    Enqueued first = outbox.enqueueAlone(job("twice"));
    assertThat(first.existing()).isFalse();
    assertThat(stored(first.id())).isEqualTo("f|\"first\"|live");

    Enqueued second = outbox.enqueueAlone(INDEX.job("second").uniqueKey("twice"));
    assertThat(second).isEqualTo(new Enqueued(first.id(), true));
    assertThat(stored(first.id())).isEqualTo("t|\"first\"|live");
    assertThat(events).contains(new JobEvent.KeyKnown(first.id(), "index_event", true));
  }

  @Test
  void withoutAgainTheJobIsLeftAsItIs() throws SQLException {
    Enqueued first = outbox.enqueueAlone(job("plain"));
    Enqueued second = outbox.enqueueAlone(job("plain").withoutAgain());
    assertThat(second).isEqualTo(new Enqueued(first.id(), true));
    assertThat(stored(first.id())).isEqualTo("f|\"first\"|live");
    outbox.enqueueAlone(job("plain"));
    outbox.enqueueAlone(job("plain").withoutAgain());
    assertThat(stored(first.id())).isEqualTo("t|\"first\"|live");
  }

  @Test
  void aKeyIsOfItsTypeAndOfLiveAndParkedJobs() throws SQLException {
    JobId first = outbox.enqueueAlone(job("states")).id();
    Enqueued otherType =
        outbox.enqueueAlone(JobType.of("index_venue", String.class).job("x").uniqueKey("states"));
    assertThat(otherType.existing()).isFalse();
    set(first, "state = 'parked', stuck_at = now()");
    assertThat(outbox.enqueueAlone(job("states"))).isEqualTo(new Enqueued(first, true));
    set(first, "state = 'dead', stuck_at = now()");
    assertThat(outbox.enqueueAlone(job("states")).existing()).isFalse();
  }

  @Test
  void aDeadJobIsNotRedrivenBesideAnotherWithItsKey() throws SQLException {
    JobId dead = outbox.enqueueAlone(job("dead")).id();
    set(dead, "state = 'dead', stuck_at = now()");
    JobId live = outbox.enqueueAlone(job("dead")).id();
    assertThatThrownBy(() -> redrive(dead))
        .isInstanceOf(UniqueKeyTaken.class)
        .hasMessage(
            "job "
                + dead
                + " has the unique key \"dead\", which job "
                + live
                + " has now: cancel one of the two");
    assertThat(stored(dead)).endsWith("dead");
    JOBS.transactions().<Object, SQLException>open(tx -> outbox.cancel(tx, live));
    assertThat(redrive(dead)).isEqualTo(Redriven.DUE);
    assertThat(redrive(dead)).isEqualTo(Redriven.NOT_STUCK);
  }

  private Redriven redrive(JobId id) throws SQLException {
    return JOBS.transactions().<Redriven, SQLException>open(tx -> outbox.redrive(tx, id));
  }

  @Test
  void aParkedJobKeepsItsKeyAndIsRedriven() throws SQLException {
    JobId parked = outbox.enqueueAlone(job("parked")).id();
    set(parked, "state = 'parked', stuck_at = now()");
    assertThat(redrive(parked)).isEqualTo(Redriven.DUE);
  }

  @Test
  void thousandsInOneCallMixedAndWithDoubles() throws SQLException {
    JobId before = outbox.enqueueAlone(job("all-7")).id();
    List<NewJob<?>> jobs = new ArrayList<>();
    IntStream.range(0, 1000).forEach(i -> jobs.add(job("all-" + i % 500)));
    jobs.add(1, INDEX.job("plain"));
    jobs.add(2, job("all-3").withoutAgain());
    jobs.add(3, job("all-new").withoutAgain());
    List<Enqueued> answers;
    try (Connection tx = JOBS.begin()) {
      answers = outbox.enqueueAll(tx, jobs);
      tx.commit();
    }
    assertThat(answers).hasSize(1003);
    assertThat(answers.stream().map(Enqueued::id).distinct()).hasSize(502);
    assertThat(answers.stream().filter(a -> !a.existing())).hasSize(501);
    assertThat(answers.get(1).existing()).isFalse();
    assertThat(answers.get(2)).isEqualTo(new Enqueued(answers.get(6).id(), true));
    assertThat(answers.get(3).existing()).isFalse();
    assertThat(answers.get(10)).isEqualTo(new Enqueued(before, true));
    assertThat(stored(before)).startsWith("t");
    assertThat(stored(answers.get(6).id())).startsWith("f"); // this very call has written it
  }

  @Test
  void aChildUnderAKeyIsAbsorbedWhateverItsPayloadSays() throws SQLException {
    RunRef run = JOBS.liveRun();
    Enqueued first = child(run, INDEX.job("a").uniqueKey("child"));
    assertThat(first.existing()).isFalse();
    assertThat(child(JobsFixture.twin(run), INDEX.job("b").uniqueKey("child")))
        .isEqualTo(new Enqueued(first.id(), true));
    assertThat(stored(first.id())).isEqualTo("f|\"a\"|live");
    JOBS.transactions().<Object, SQLException>open(tx -> outbox.cancel(tx, first.id()));
    assertThat(child(JobsFixture.twin(run), job("child")))
        .isEqualTo(new Enqueued(first.id(), true)); // not once more, although it is gone
  }

  @Test
  void aChildThatMeetsItsKeyMarksTheJobThatHasItAndASecondRunNamesIt() throws SQLException {
    JobId there = outbox.enqueueAlone(job("met")).id();
    RunRef run = JOBS.liveRun();
    assertThat(child(run, job("met"))).isEqualTo(new Enqueued(there, true));
    assertThat(stored(there)).startsWith("t");
    set(there, "again = false");
    assertThat(child(JobsFixture.twin(run), job("met"))).isEqualTo(new Enqueued(there, true));
    assertThat(stored(there)).startsWith("f"); // absorbed: the first run has marked it
    assertThat(events).contains(new JobEvent.KeyKnown(there, "index_event", true));
  }

  @Test
  void oneRunEnqueuesAKeyOnce() throws SQLException {
    RunRef run = JOBS.liveRun();
    Set<JobId> children = new HashSet<>();
    child(run, children, job("once"));
    assertThatThrownBy(() -> child(run, children, INDEX.job("other").uniqueKey("once")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("same unique key already")
        .hasMessageContaining("enqueue it once, after the last change");
  }

  private Enqueued child(RunRef run, NewJob<?> job) throws SQLException {
    return child(run, new HashSet<>(), job);
  }

  private Enqueued child(RunRef run, Set<JobId> children, NewJob<?> job) throws SQLException {
    return JOBS.transactions()
        .<Enqueued, SQLException>open(
            c -> new RunTx(kit, c, run, new RunTx.Parent(0, null, null), children).enqueue(job));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\tb"})
  void badKeysAreRefused(String key) {
    assertThatThrownBy(() -> INDEX.job("x").uniqueKey(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unique key");
  }

  @Test
  void aKeyIsKeptByTheOtherSettings() {
    NewJob<String> job =
        job("kept").withoutAgain().dueIn(Duration.ofSeconds(1)).priority(3).requestId("r");
    assertThat(job.uniqueKey()).contains("kept");
    assertThat(job.again()).isFalse();
  }

  private static void set(JobId id, String what) throws SQLException {
    dev.stagedoor.schema.FreshSchema.run(
        JOBS.database(), "UPDATE stagedoor.outbox SET " + what + " WHERE id = '" + id + "'");
  }
}
