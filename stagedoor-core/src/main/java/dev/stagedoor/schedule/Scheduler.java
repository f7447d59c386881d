package dev.stagedoor.schedule;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.loop.Duty;
import dev.stagedoor.loop.Pace;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.Retrying;
import dev.stagedoor.tx.SqlStates;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Enqueues a job for each tick of the schedules that this process knows. Any number of processes
 * may do so on one database, each tick is enqueued once.
 *
 * <p>A schedule is a row with its last tick. Who finds it due by the database's clock moves the
 * last tick from what it has read, in one statement with the jobs of the ticks in between. What it
 * survives:
 *
 * <pre>
 * [1] dies before the commit            the row is as it was, and due for everybody
 * [2] the reply to the commit is lost   looked at again: moved, or due as before
 * [3] two find it due at once           the second passes over the locked row, or finds the last
 *                                       tick moved: 0 rows, looked at again
 * [4] nobody is there for hours         the ticks since the last one, as {@link Missed} says
 * [5] the database is away              each step asks anew how long to wait, at most 500 ms, so the
 *                                       first one after it is back enqueues what is due
 * [6] the plan changes                  the row belongs to who registered last; others tell so once
 *                                       and leave it alone until they are started again
 * </pre>
 *
 * <p>The hazard that it keeps: with [6], a process that was started with a new plan and is gone
 * again leaves a schedule that nobody runs. {@link #runOnce} belongs to one thread.
 */
public final class Scheduler implements Duty {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final OutboxKit kit;
  private final String name;
  private final Map<String, Recurring<?>> schedules = new TreeMap<>();
  private final Pace pace = new Pace(LOOK, LOOK, Ticker.SYSTEM);
  private final Set<String> told = new HashSet<>();
  private boolean registered;

  /**
   * @param schedules without faults, no two of one name
   * @param name who enqueued, as events tell it
   */
  public Scheduler(OutboxKit kit, List<Recurring<?>> schedules, String name) {
    this.kit = kit;
    this.name = name;
    schedules.forEach(each -> this.schedules.put(each.name(), each));
  }

  /** The pace that its {@link dev.stagedoor.loop.DutyLoop} keeps. */
  public Pace pace() {
    return pace;
  }

  /**
   * One look at all schedules. One that fails is told as trouble and holds up no other.
   *
   * @return jobs enqueued, and one for a schedule that was moved without
   */
  @Override
  public int runOnce() throws SQLException {
    if (!registered) {
      register(schedules.values());
      registered = true;
    }
    List<Looked> rows = look();
    if (rows.size() < schedules.size()) {
      register(missing(rows)); // deleted by hand
    }
    int done = 0;
    for (Looked row : rows) {
      done += step(row);
    }
    return done;
  }

  private int step(Looked row) throws SQLException {
    Recurring<?> schedule = schedules.get(row.name());
    if (schedule == null || !isOurs(row, schedule.timing())) {
      return 0;
    }
    if (!row.due()) {
      if (!row.paused()) {
        pace.within(row.untilNext());
      }
      return 0;
    }
    try {
      return enqueue(row, schedule);
    } catch (SQLException | RuntimeException e) {
      if (SqlStates.connectionLost(e)) {
        throw e;
      }
      kit.events().on(new JobEvent.Trouble("scheduler, " + row.name(), e));
      return 0;
    }
  }

  private boolean isOurs(Looked row, Timing timing) {
    if (row.isOf(timing)) {
      told.remove(row.name());
      return true;
    }
    if (told.add(row.name())) {
      kit.events()
          .on(
              new JobEvent.Trouble(
                  "scheduler, " + row.name(),
                  new IllegalStateException(
                      "another process has registered this schedule as \""
                          + row.expression()
                          + "\": this one, which has \""
                          + timing.expression()
                          + "\", leaves it alone until it is started again")));
    }
    return false;
  }

  private int enqueue(Looked row, Recurring<?> schedule) throws SQLException {
    Move move = Move.of(schedule.timing(), schedule.missed(), row.lastTick(), row.now());
    Optional<String> type =
        Retrying.<Optional<String>, SQLException>open(kit.transactions(), c -> move(c, row, move));
    if (type.isEmpty()) {
      return 0; // somebody else did, or is about to
    }
    move.ticks().forEach(tick -> tell(TickId.mint(row.name(), tick), type.get()));
    if (!move.ticks().isEmpty()) {
      kit.nudge().committed();
    }
    return Math.max(1, move.ticks().size()); // look again: the next tick may be due
  }

  private void tell(JobId id, String type) {
    kit.events().on(new JobEvent.Moved(id, type, Transition.ENQUEUE, 1, 0, name, null));
  }

  private static Optional<String> move(Connection c, Looked row, Move move) throws SQLException {
    try (PreparedStatement s =
        BoundStatement.prepare(
            c,
            ScheduleSql.MOVE,
            row.name(),
            row.lastTick(),
            move.lastTick(),
            move.nextTick(),
            ids(row.name(), move.ticks()),
            move.ticks().stream().map(Instant::toString).toArray(String[]::new))) {
      s.execute();
      try (ResultSet moved = BoundStatement.nextRows(s)) {
        return moved.next() ? Optional.of(moved.getString("type")) : Optional.empty();
      }
    }
  }

  private static String[] ids(String schedule, List<Instant> ticks) {
    return ticks.stream()
        .map(tick -> TickId.mint(schedule, tick).toString())
        .toArray(String[]::new);
  }

  private List<Looked> look() throws SQLException {
    return Retrying.<List<Looked>, SQLException>open(kit.transactions(), this::look);
  }

  private List<Looked> look(Connection c) throws SQLException {
    try (PreparedStatement s =
        BoundStatement.prepare(
            c, ScheduleSql.LOOK, (Object) schedules.keySet().toArray(String[]::new))) {
      s.execute();
      List<Looked> rows = new ArrayList<>();
      try (ResultSet row = BoundStatement.nextRows(s)) {
        while (row.next()) {
          rows.add(Looked.of(row));
        }
      }
      return rows;
    }
  }

  private List<Recurring<?>> missing(List<Looked> rows) {
    Map<String, Recurring<?>> missing = new TreeMap<>(schedules);
    rows.forEach(row -> missing.remove(row.name()));
    return List.copyOf(missing.values());
  }

  private void register(Collection<Recurring<?>> some) throws SQLException {
    Retrying.<Integer, SQLException>open(kit.transactions(), c -> register(c, some));
  }

  private int register(Connection c, Collection<Recurring<?>> some) throws SQLException {
    return BoundStatement.update(
        c,
        ScheduleSql.REGISTER,
        column(some, Recurring::name),
        column(some, r -> r.type().name()),
        column(some, r -> r.type().queue()),
        column(some, r -> r.text(kit.codec())),
        column(some, r -> r.timing().kind()),
        column(some, r -> r.timing().expression()),
        column(some, r -> r.timing().zoneId()),
        column(some, r -> r.missed().name().toLowerCase(Locale.ROOT)));
  }

  private static @Nullable String[] column(
      Collection<Recurring<?>> some, Function<Recurring<?>, @Nullable String> value) {
    @Nullable String[] column = new String[some.size()];
    int i = 0;
    for (Recurring<?> each : some) {
      column[i++] = value.apply(each);
    }
    return column;
  }
}
