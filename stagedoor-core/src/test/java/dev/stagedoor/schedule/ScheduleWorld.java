package dev.stagedoor.schedule;

import dev.stagedoor.event.Events;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.outbox.Nudge;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A real database with the schema, schedulers stepped by the test, and everything they told. */
final class ScheduleWorld {
  static final JobType<NoPayload> REPORT = JobType.of("report").onQueue("reports");

  static final Duration RARE = Duration.ofDays(366);

  final DataSource database = FreshSchema.create();
  final Queue<JobEvent> told = new ConcurrentLinkedQueue<>();
  final AtomicInteger nudges = new AtomicInteger();
  final Events events = new Events(List.of(told::add));
  final Transactions transactions = new JdbcTransactions(database, events);
  final Schedules schedules = new Schedules(kit(transactions));

  OutboxKit kit(Transactions over) {
    Nudge nudge =
        new Nudge() {
          @Override
          public void committed() {
            nudges.incrementAndGet();
          }

          @Override
          public void written() {}
        };
    return new OutboxKit(over, JacksonCodec.STANDARD, events, nudge);
  }

  Scheduler scheduler(Recurring<?>... known) {
    return new Scheduler(kit(transactions), List.of(known), "scheduler");
  }

  Scheduler scheduler(Transactions over, Recurring<?>... known) {
    return new Scheduler(kit(over), List.of(known), "scheduler");
  }

  /** So rare that no tick comes while a test runs, unless it makes the schedule due. */
  static Recurring<NoPayload> rare(String name) {
    return Recurring.every(name, RARE, REPORT);
  }

  /** The last tick of {@link #rare}. */
  Instant lastRare() throws SQLException {
    return new Interval(RARE).next(now().minus(RARE));
  }

  void empty() throws SQLException {
    FreshSchema.run(database, "TRUNCATE stagedoor.outbox, stagedoor.schedules");
    told.clear();
    nudges.set(0);
  }

  /** As if nobody had looked for so long. */
  void away(Duration time) throws SQLException {
    FreshSchema.run(
        database,
        "UPDATE stagedoor.schedules SET last_tick = last_tick - interval '%1$s',".formatted(time)
            + " next_tick = last_tick - interval '%1$s' + interval '1 ms'".formatted(time));
  }

  /** Steps until one does nothing. */
  static int untilQuiet(Scheduler scheduler) throws SQLException {
    int rounds = 0;
    int all = 0;
    for (int done = scheduler.runOnce(); done > 0; done = scheduler.runOnce()) {
      all += done;
      if (++rounds > 200) {
        throw new AssertionError("the scheduler does not come to rest");
      }
    }
    return all;
  }

  Instant now() throws SQLException {
    return instant("SELECT clock_timestamp()");
  }

  Instant instant(String query) throws SQLException {
    try (Connection c = database.getConnection();
        var s = c.createStatement();
        var row = s.executeQuery(query)) {
      row.next();
      return row.getObject(1, java.time.OffsetDateTime.class).toInstant();
    }
  }

  /** The ticks of all jobs, oldest first, in milliseconds from the epoch. */
  List<Long> ticks() throws SQLException {
    return rows(
            "SELECT (extract(epoch FROM tick) * 1000)::bigint FROM stagedoor.outbox"
                + " ORDER BY due_at, id")
        .stream()
        .map(Long::valueOf)
        .toList();
  }

  List<String> rows(String query) throws SQLException {
    return FreshSchema.rows(database, query);
  }

  String row(String query) throws SQLException {
    return FreshSchema.row(database, query);
  }

  <E extends JobEvent> List<E> told(Class<E> kind) {
    return told.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
