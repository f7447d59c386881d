package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.ClaimTable;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.effect.SendFailure;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.history.Retention;
import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Windows;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.queue.Rate;
import dev.stagedoor.schedule.Missed;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.tx.JdbcTransactions;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What docs/features.md shows, between "shown" and "end": each example is run. */
class FeatureExamplesTest {
  record Order(long id, long quantity) {}

  private static final JobType<Order> SHIP = JobType.of("ship_order", Order.class).onQueue("ship");
  private static final JobType<Order> MAIL = JobType.of("mail_order", Order.class);
  private static final JobType<NoPayload> REPORT = JobType.of("report");
  private static final EffectType PARCEL =
      EffectType.of("parcel").keyPrefix("parcel").providerKeepsKeys(Duration.ofHours(24));

  private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
  private DataSource database;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    database = TestServers.freshDatabase();
    Migrations.migrate(new JdbcTransactions(database, Events.none()));
    connection = database.getConnection();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE stock (item text PRIMARY KEY, n bigint NOT NULL)");
      statement.execute("CREATE TABLE orders (id bigint PRIMARY KEY, state text NOT NULL)");
      statement.execute("INSERT INTO stock VALUES ('chair', 100)");
      statement.execute("INSERT INTO orders VALUES (7, 'paid')");
    }
    connection.commit();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private Stagedoor.Builder builder() {
    return Stagedoor.builder(database).stream(LocalStream.inThisProcess());
  }

  private Object next() throws InterruptedException {
    Object next = seen.poll(20, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  private long number(String query) throws SQLException {
    try (Connection c = database.getConnection();
        Statement s = c.createStatement();
        ResultSet r = s.executeQuery(query)) {
      r.next();
      return r.getLong(1);
    }
  }

  private void awaitNumber(String query, long wanted) throws SQLException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (number(query) != wanted) {
      assertThat(System.nanoTime()).as(query).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private String send(IdempotencyKey key) {
    seen.add(key.value());
    return "reference";
  }

  // ---- enqueue

  @Test
  void enqueue() throws Exception {
    Outbox outbox = Outbox.on(database);
    // shown
    outbox.enqueue(connection, SHIP, new Order(7, 2));
    outbox.enqueue(
        connection,
        SHIP.job(new Order(8, 1))
            .dueIn(Duration.ofMinutes(10)) // by the database's clock; or dueAt(instant)
            .priority(2) // 0 first, 9 last
            .requestId("req-1"));
    connection.commit(); // or rollback: then there was no job
    // end
    outbox.enqueueAlone(SHIP.job(new Order(9, 1)).dueAt(Instant.EPOCH).traceparent("00-ab-cd-01"));
    assertThat(number("SELECT count(*) FROM stagedoor.outbox")).isEqualTo(3);
  }

  @Test
  void enqueue_many() throws Exception {
    Outbox outbox = Outbox.on(database, JacksonCodec.STANDARD);
    // shown
    List<Enqueued> answers =
        outbox.enqueueAll(
            connection, List.of(SHIP.job(new Order(7, 2)), MAIL.job(new Order(7, 2))));
    // end
    connection.commit();
    assertThat(answers).hasSize(2);
  }

  @Test
  void enqueue_alone() throws Exception {
    try (Stagedoor stagedoor = builder().handle(SHIP, run -> seen.add(run.jobId())).build()) {
      Outbox outbox = stagedoor.start().outbox();
      // shown
      JobId id = outbox.enqueueAlone(SHIP.job(new Order(7, 2))).id(); // a transaction of its own
      outbox.nudge(); // after a commit that we did not see: look now
      // end
      assertThat(next()).isEqualTo(id);
    }
  }

  @Test
  void unique_key() throws Exception {
    Outbox outbox = Outbox.on(database);
    // shown
    Enqueued first = outbox.enqueue(connection, SHIP.job(new Order(7, 2)).uniqueKey("order-7"));
    Enqueued second = outbox.enqueue(connection, SHIP.job(new Order(7, 3)).uniqueKey("order-7"));
    boolean same = second.existing() && second.id().equals(first.id()); // and it will run again
    outbox.enqueue(connection, SHIP.job(new Order(7, 3)).uniqueKey("order-7").withoutAgain());
    // end
    connection.commit();
    assertThat(same).isTrue();
  }

  @Test
  void intervene() throws Exception {
    Outbox outbox = Outbox.on(database);
    JobId id = outbox.enqueueAlone(SHIP.job(new Order(7, 2)).dueIn(Duration.ofHours(1))).id();
    // shown
    outbox.runNow(connection, id); // waiting → due
    outbox.redrive(connection, id); // dead or parked → due, with a fresh retry budget
    Cancelled cancelled = outbox.cancel(connection, id);
    // end
    connection.commit();
    assertThat(cancelled).isEqualTo(Cancelled.MAY_BE_RUNNING);
  }

  // ---- the techniques

  @Test
  void check_state() throws Exception {
    // shown
    Stagedoor.Builder builder =
        builder()
            .handle(
                SHIP,
                run ->
                    run.transaction(
                        tx -> {
                          if (tx.changed(
                              "UPDATE orders SET state = 'shipped' WHERE id = ? AND state = 'paid'",
                              run.payload().id())) {
                            tx.enqueue(MAIL, run.payload()); // by the run that changed it
                          }
                        }));
    // end
    try (Stagedoor stagedoor =
        builder
            .handle(
                MAIL,
                run -> {
                  run.stateReached("nothing to mail");
                  seen.add(run.<Integer, SQLException>transactionFor(tx -> 1));
                })
            .build()) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      assertThat(next()).isEqualTo(1);
    }
  }

  @Test
  void claim_and_key() throws Exception {
    // shown
    Stagedoor.Builder builder =
        builder()
            .handle(
                SHIP,
                run -> {
                  String reference =
                      run.effect(PARCEL, run.payload().id()) // key: parcel-7, on every try
                          .performFor(key -> send(key));
                  run.once("booked", tx -> tx.update("UPDATE stock SET n = n - 1"));
                  seen.add(reference); // given to a second run, too
                },
                h -> h.effects(PARCEL));
    // end
    try (Stagedoor stagedoor = builder.build()) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      assertThat(List.of(next(), next())).containsExactly("parcel-7", "reference");
    }
  }

  @Test
  void kept_request() throws Exception {
    // shown
    Stagedoor.Builder builder =
        builder()
            .handle(
                SHIP,
                run ->
                    run.effect(PARCEL, run.payload().id())
                        .request(() -> "two chairs".getBytes(StandardCharsets.UTF_8)) // once
                        .perform((key, bytes) -> seen.add(key.value() + " " + bytes.length)),
                h -> h.effects(PARCEL));
    // end
    try (Stagedoor stagedoor = builder.build()) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      assertThat(next()).isEqualTo("parcel-7 10");
    }
  }

  @Test
  void what_a_sender_knows() throws Exception {
    BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>(List.of(429, 200));
    // shown
    Stagedoor.Builder builder =
        builder()
            .handle(
                SHIP,
                run ->
                    run.effect(PARCEL, run.payload().id())
                        .perform(key -> SendFailure.throwUnlessOk(statuses.take(), "0")),
                h -> h.effects(PARCEL))
            .lookup(PARCEL, key -> new Lookup.DidNotHappen()); // where nobody else can tell
    // end
    try (Stagedoor stagedoor = builder.build()) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      awaitNumber("SELECT count(*) FROM stagedoor.effects WHERE state = 'done'", 1);
    }
  }

  @Test
  void own_claims_and_no_keys() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE letters (number bigint, kind text, claimed_at timestamptz NOT NULL,"
              + " sent_at timestamptz, UNIQUE (number, kind))");
    }
    connection.commit();
    // shown
    EffectType letter =
        EffectType.of("letter")
            .providerHasNoKeys(Unsure.PARK) // at most once; or SEND_AGAIN: at least once
            .sendTimeout(Duration.ofSeconds(10))
            .staleAfter(Duration.ofMinutes(1))
            .in(
                ClaimTable.named("letters")
                    .subject("number")
                    .kind("kind")
                    .claimedAt("claimed_at")
                    .doneAt("sent_at"));
    // end
    try (Stagedoor stagedoor =
        builder()
            .handle(
                SHIP,
                run -> run.effect(letter, run.payload().id()).perform(key -> send(key)),
                h -> h.effects(letter))
            .build()) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      awaitNumber("SELECT count(*) FROM letters WHERE sent_at IS NOT NULL", 1);
    }
  }

  @Test
  void job_id() throws Exception {
    // shown
    Stagedoor.Builder builder =
        builder()
            .handleOnce(
                SHIP,
                (run, tx) -> tx.update("UPDATE stock SET n = n - ?", run.payload().quantity()),
                h -> h.together(50)); // up to 50 jobs that wait share a commit
    // end
    try (Stagedoor stagedoor = builder.build()) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      awaitNumber("SELECT n FROM stock", 98);
    }
  }

  @Test
  void batch() throws Exception {
    // shown
    Stagedoor.Builder builder =
        builder()
            .handleBatch(
                SHIP,
                100,
                batch ->
                    batch.once(
                        (tx, fresh) -> {
                          long sold = fresh.stream().mapToLong(r -> r.payload().quantity()).sum();
                          tx.update("UPDATE stock SET n = n - ?", sold);
                          for (var run : fresh) {
                            tx.of(run).enqueue(MAIL, run.payload());
                          }
                        }));
    // end
    builder.handleBatch(MAIL, 10, batch -> seen.add(batch.runs().size()), h -> h.heartbeat(true));
    try (Stagedoor stagedoor = builder.build()) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      assertThat(next()).isEqualTo(1);
      assertThat(number("SELECT n FROM stock")).isEqualTo(98);
    }
  }

  // ---- failures

  @Test
  void retries() throws Exception {
    RetryPolicy patient =
        new RetryPolicy(3, Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ofHours(20));
    // shown
    Stagedoor.Builder builder =
        builder()
            .handle(
                SHIP,
                run -> {
                  if (run.attempt() == 1) {
                    throw RetryLater.in(Duration.ofMillis(1)); // not a failure
                  }
                  if (run.payload().quantity() < 0) {
                    throw DeadLetter.because("nobody can ship less than nothing");
                  }
                  seen.add(run.run() + " " + run.isSuperseded());
                },
                h -> h.retry(patient).timeout(Duration.ofMinutes(1)));
    // end
    try (Stagedoor stagedoor = builder.build()) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      assertThat(next()).isEqualTo("0 false");
      stagedoor.outbox().enqueueAlone(SHIP.job(new Order(7, -2)));
      awaitNumber("SELECT count(*) FROM stagedoor.outbox WHERE state = 'dead'", 1);
    }
  }

  @Test
  void decide() throws Exception {
    Effects effects = builder().handle(SHIP, run -> {}).build().effects();
    // shown
    effects.open(100); // parked and unknown ones, with what is known of them
    effects.find("parcel", "7");
    effects.wasDone(connection, "parcel", "7", "ada", "seen in the portal"); // its job goes on
    effects.sendAgain(connection, "parcel", "7", "ada"); // or: once more, under the same key
    // end
    connection.commit();
    assertThat(effects.open(1)).isEmpty();
  }

  // ---- operation

  @Test
  void queues() throws Exception {
    Stagedoor stagedoor = builder().handle(SHIP, run -> {}).build();
    // shown
    stagedoor.queues().pause("ship"); // publishes nothing; what runs goes on
    stagedoor.queues().limit("ship", 4); // at most so many published and not ended
    stagedoor.queues().rate("ship", new Rate(100, Duration.ofMinutes(1)));
    stagedoor.queues().resume("ship");
    // end
    assertThat(stagedoor.queues().all()).hasSize(1);
    stagedoor.queues().unlimit("ship");
    stagedoor.queues().unrate("ship");
    assertThat(stagedoor.queues().all()).isEmpty();
  }

  @Test
  void recurring() throws Exception {
    // shown
    Stagedoor.Builder builder =
        builder()
            .handle(REPORT, run -> seen.add(run.tick()))
            .recurring(
                Recurring.cron("nightly", "30 2 * * *", ZoneId.of("Europe/Warsaw"), REPORT)
                    .missed(Missed.ALL)) // ONCE unless said, or SKIP
            .recurring(Recurring.every("often", Duration.ofSeconds(1), REPORT));
    // end
    try (Stagedoor stagedoor = builder.build().start()) {
      next();
      stagedoor.schedules().pause(connection, "often");
      stagedoor.schedules().resume(connection, "often");
      stagedoor.schedules().runNow(connection, "nightly");
      assertThat(stagedoor.schedules().list(connection)).hasSize(2);
      connection.rollback();
    }
  }

  @Test
  void renamed_type() throws Exception {
    Outbox.on(database).enqueueAlone(JobType.of("send_parcel", Order.class).job(new Order(7, 2)));
    // shown
    Stagedoor.Builder builder =
        builder()
            .handle(
                MAIL,
                run -> seen.add(run.payload().quantity()),
                h ->
                    h.formerly("mail_it") // renamed
                        .formerly("send_parcel", json -> json.replace("\"qty\"", "\"quantity\"")));
    // end
    try (Stagedoor stagedoor = builder.build().start()) {
      assertThat(next()).isEqualTo(2L);
      assertThat(stagedoor).isNotNull();
    }
  }

  @Test
  void settings() throws Exception {
    PayloadCodec codec = JacksonCodec.STANDARD;
    // shown
    Stagedoor stagedoor =
        Stagedoor.builder(database).stream(LocalStream.inThisProcess())
            .handle(
                SHIP, run -> seen.add(run.requestId().isPresent() || run.traceparent().isEmpty()))
            .roles(Role.RELAY, Role.WORKER, Role.SCHEDULER)
            .windows(Windows.STANDARD.withHandlerTimeout(Duration.ofMinutes(2)))
            .concurrency(8) // a queue
            .codec(codec)
            .listener(event -> {})
            .migrate(true)
            .acceptEviction(false)
            .build();
    // end
    try (stagedoor) {
      stagedoor.start().outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      assertThat(next()).isEqualTo(true);
    }
  }

  @Test
  void history() throws Exception {
    // shown
    Stagedoor stagedoor =
        Stagedoor.builder(database).stream(LocalStream.inThisProcess())
            .handleOnce(SHIP, (run, tx) -> {})
            .retention(
                Retention.of(Duration.ofDays(30)) // what completed, causes, counts by the minute
                    .forgetEffectsAfter(Duration.ofDays(400))) // done effects: for good unless said
            .build();
    // how late jobs were, minute by minute; counts[n] stands for bucket_bounds()[n], then the rest
    String late =
        """
        SELECT minute, type, sum(completed) AS completed, array_agg(since_due) AS counts
          FROM stagedoor.job_minutes WHERE minute > now() - interval '15 min'
         GROUP BY minute, type ORDER BY minute
        """;
    // end
    try (stagedoor) {
      Outbox outbox = stagedoor.start().outbox();
      outbox.enqueueAlone(SHIP.job(new Order(7, 2)));
      awaitNumber("SELECT count(*) FROM stagedoor.outbox", 0);
    }
    assertThat(number("SELECT completed FROM (" + late + ") m WHERE type = 'ship_order'"))
        .isEqualTo(1);
  }

  @Test
  void health() {
    Stagedoor stagedoor = builder().handle(SHIP, run -> {}).build().start();
    // shown
    Health health = stagedoor.health(); // asks nobody, and answers at once
    boolean alive = health.status() != Health.Status.DOWN;
    List<String> reasons = health.reasons(); // of DOWN and DEGRADED
    // end
    stagedoor.close();
    assertThat(alive).isTrue();
    assertThat(reasons).isEmpty();
  }

  @Test
  void events() throws Exception {
    // shown
    Stagedoor.Builder builder =
        builder()
            .handle(SHIP, run -> {})
            .listener(
                event -> {
                  if (event instanceof JobEvent.Moved moved) {
                    seen.add(moved.transition().name());
                  }
                });
    // end
    try (Stagedoor stagedoor = builder.build().start()) {
      stagedoor.outbox().enqueueAlone(SHIP.job(new Order(7, 2)));
      assertThat(next()).isEqualTo("ENQUEUE");
    }
  }
}
