package dev.stagedoor.outbox;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.JobsFixture;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.PayloadRefused;
import dev.stagedoor.job.Transition;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.schema.SchemaRefused;
import dev.stagedoor.tx.NoTransactionException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class JdbcOutboxTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final JobType<Order> SEND = JobType.of("send_tickets", Order.class);
  private final List<JobEvent> events = new ArrayList<>();
  private final List<String> nudges = new ArrayList<>();
  private final JdbcOutbox outbox =
      new JdbcOutbox(
          new OutboxKit(
              JOBS.transactions(), JacksonCodec.STANDARD, events::add, recording(nudges)));

  record Order(long orderId, String note) {
    Order(long orderId) {
      this(orderId, "");
    }
  }

  static Nudge recording(List<String> nudges) {
    return new Nudge() {
      @Override
      public void committed() {
        nudges.add("committed");
      }

      @Override
      public void written() {
        nudges.add("written");
      }
    };
  }

  @Test
  void enqueueWritesOneLiveRow() throws SQLException {
    NewJob<Order> job =
        SEND.onQueue("mail").job(new Order(4471)).priority(2).requestId("req-1").traceparent("tp");
    Enqueued enqueued;
    try (Connection tx = JOBS.begin()) {
      enqueued = outbox.enqueue(tx, job);
      tx.commit();
    }
    assertThat(enqueued.existing()).isFalse();
    assertThat(enqueued.id().value().version()).isEqualTo(7);
    assertThat(
            of(
                enqueued,
                "queue, type, payload, priority, state, attempt, run, failures, request_id,"
                    + " traceparent, due_at = age_from AND due_at = created_at"
                    + " AND mark_stream IS NULL"))
        .isEqualTo("mail|send_tickets|{\"orderId\":4471,\"note\":\"\"}|2|live|1|0|0|req-1|tp|t");
    assertThat(events)
        .containsExactly(
            new JobEvent.Moved(
                enqueued.id(), "send_tickets", Transition.ENQUEUE, 1, 0, "caller", null));
    assertThat(nudges).containsExactly("written");
  }

  @Test
  void C51_whatIsRolledBackWasNeverEnqueued() throws SQLException {
    Enqueued enqueued;
    try (Connection tx = JOBS.begin()) {
      enqueued = outbox.enqueue(tx, SEND, new Order(1));
      tx.rollback();
    }
    assertThat(
            rows(
                JOBS.database(),
                "SELECT 1 FROM stagedoor.outbox WHERE id = '" + enqueued.id() + "'"))
        .isEmpty();
  }

  @Test
  void C55_timesAreTheDatabasesAtTheInsertNotAtTheBegin() throws SQLException {
    try (Connection tx = JOBS.begin()) {
      rows(tx, "SELECT pg_sleep(0.2), now()");
      Enqueued enqueued = outbox.enqueue(tx, SEND, new Order(1));
      assertThat(
              rows(
                  tx,
                  "SELECT created_at - now() > '0.2 s' FROM stagedoor.outbox WHERE id = '"
                      + enqueued.id()
                      + "'"))
          .containsExactly("t");
    }
  }

  @Test
  void dueLaterIsCountedFromTheInsertAndThePastIsNow() throws SQLException {
    try (Connection tx = JOBS.begin()) {
      Enqueued later = outbox.enqueue(tx, SEND.job(new Order(1)).dueIn(Duration.ofMinutes(90)));
      Instant instant = Instant.parse("2099-01-02T03:04:05.123456Z");
      Enqueued at = outbox.enqueue(tx, SEND.job(new Order(2)).dueAt(instant));
      Enqueued past = outbox.enqueue(tx, SEND.job(new Order(3)).dueAt(Instant.EPOCH));
      tx.commit();
      assertThat(of(later, "due_at = created_at + '90 min' AND age_from = due_at")).isEqualTo("t");
      assertThat(of(at, "due_at AT TIME ZONE 'UTC'")).isEqualTo("2099-01-02 03:04:05.123456");
      assertThat(of(past, "due_at = created_at")).isEqualTo("t");
    }
  }

  @Test
  void autoCommitIsRefused() throws SQLException {
    try (Connection connection = JOBS.database().getConnection()) {
      assertThatThrownBy(() -> outbox.enqueue(connection, SEND, new Order(1)))
          .isInstanceOf(NoTransactionException.class)
          .hasMessageContaining("setAutoCommit(false) first, or use enqueueAlone");
      assertThatThrownBy(() -> outbox.enqueueAll(connection, List.of()))
          .isInstanceOf(NoTransactionException.class);
    }
  }

  @Test
  void joinsTheThreadsTransactionAndNudgesAfterItsCommit() throws SQLException {
    assertThatThrownBy(() -> outbox.enqueue(SEND, new Order(1)))
        .isInstanceOf(NoTransactionException.class);
    Enqueued enqueued =
        JOBS.transactions()
            .<Enqueued, SQLException>open(
                c -> {
                  Enqueued id = outbox.enqueue(SEND, new Order(1));
                  assertThat(nudges).isEmpty();
                  return id;
                });
    assertThat(nudges).containsExactly("committed");
    assertThat(of(enqueued, "state")).isEqualTo("live");
  }

  @Test
  void enqueueAloneCommitsByItself() throws SQLException {
    Enqueued enqueued = outbox.enqueueAlone(SEND.job(new Order(1)));
    assertThat(of(enqueued, "state")).isEqualTo("live");
    assertThat(nudges).containsExactly("committed");
  }

  @Test
  void enqueueAllAnswersInOrder() throws SQLException {
    List<NewJob<Order>> jobs =
        IntStream.range(0, 5_000)
            .mapToObj(
                i -> {
                  NewJob<Order> job = SEND.job(new Order(i)).priority(i % 10);
                  return i % 2 == 0 ? job : job.dueAt(Instant.EPOCH).requestId("r" + i);
                })
            .toList();
    List<Enqueued> answers;
    try (Connection tx = JOBS.begin()) {
      answers = outbox.enqueueAll(tx, jobs);
      assertThat(outbox.enqueueAll(tx, List.of())).isEmpty();
      tx.commit();
    }
    assertThat(answers).hasSize(5_000).doesNotHaveDuplicates();
    for (int i : new int[] {0, 1, 2, 777, 4_999}) {
      assertThat(of(answers.get(i), "payload, priority, request_id, due_at = created_at"))
          .isEqualTo(
              "{\"orderId\":"
                  + i
                  + ",\"note\":\"\"}|"
                  + i % 10
                  + "|"
                  + (i % 2 == 0 ? "" : "r" + i)
                  + "|t");
    }
    assertThat(events).hasSize(5_000);
    assertThat(
            row(
                JOBS.database(),
                "SELECT count(*) FROM (SELECT (payload::jsonb->>'orderId')::int i, row_number()"
                    + " OVER (ORDER BY due_at, id) - 1 n FROM stagedoor.outbox WHERE id = ANY ('{"
                    + String.join(",", answers.stream().map(e -> e.id().toString()).toList())
                    + "}'::uuid[])) o WHERE abs(i - n) > 50"))
        .isEqualTo("0"); // first in, first due
  }

  @Test
  void C75_badPayloadsAreRefusedBeforeAnythingIsWritten() throws SQLException {
    try (Connection tx = JOBS.begin()) {
      for (String note : new String[] {"Eva\0", "Eva\ud83d", "x".repeat(64 * 1024)}) {
        assertThatThrownBy(() -> outbox.enqueue(tx, SEND, new Order(1, note)))
            .isInstanceOf(PayloadRefused.class);
        assertThatThrownBy(
                () ->
                    outbox.enqueueAll(
                        tx, List.of(SEND.job(new Order(1)), SEND.job(new Order(1, note)))))
            .isInstanceOf(PayloadRefused.class);
      }
      assertThat(rows(tx, "SELECT txid_current_if_assigned()")).containsExactly("");
    }
  }

  @Test
  void aProcessThatOnlyEnqueuesChecksTheSchemaOnFirstUse() throws SQLException {
    DataSource database = TestServers.freshDatabase();
    Outbox only = Outbox.on(database);
    try (Connection tx = database.getConnection()) {
      tx.setAutoCommit(false);
      assertThatThrownBy(() -> only.enqueue(tx, SEND, new Order(1)))
          .isInstanceOf(SchemaRefused.class)
          .hasMessageContaining("run `stagedoor migrate`");
    }
    Migrations.migrate(new dev.stagedoor.tx.JdbcTransactions(database, e -> {}));
    only.enqueueAlone(SEND.job(new Order(1)));
    assertThat(row(database, "SELECT count(*) FROM stagedoor.outbox")).isEqualTo("1");
  }

  private static String of(Enqueued enqueued, String columns) throws SQLException {
    return row(
        JOBS.database(),
        "SELECT " + columns + " FROM stagedoor.outbox WHERE id = '" + enqueued.id() + "'");
  }
}
