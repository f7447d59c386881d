package dev.stagedoor.schedule;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What people do to schedules, those of all processes on the database. Each call belongs to the
 * caller's transaction, or stands alone on a connection in auto-commit mode. Thread-safe.
 */
public final class Schedules {
  private final OutboxKit kit;

  /** Internal to the library. */
  public Schedules(OutboxKit kit) {
    this.kit = kit;
  }

  /**
   * From the commit on no tick is enqueued. Waits for a tick that is being enqueued; what is in the
   * outbox is run.
   *
   * @return false if it was paused before, or there is no such schedule
   */
  public boolean pause(Connection tx, String name) throws SQLException {
    return BoundStatement.update(tx, ScheduleSql.PAUSE, name) == 1;
  }

  /**
   * Goes on with the next tick after now. Whatever the schedule says of missed ticks: what came
   * while it was paused on purpose is not made up for.
   *
   * @return false if it was not paused, or there is no such schedule
   */
  public boolean resume(Connection tx, String name) throws SQLException {
    return BoundStatement.update(tx, ScheduleSql.RESUME, name) == 1;
  }

  /** All schedules by name, those that no process registers any more among them. */
  public List<Schedule> list(Connection tx) throws SQLException {
    try (PreparedStatement ask = tx.prepareStatement(ScheduleSql.LIST);
        ResultSet row = ask.executeQuery()) {
      List<Schedule> all = new ArrayList<>();
      while (row.next()) {
        all.add(schedule(row));
      }
      return List.copyOf(all);
    }
  }

  private static Schedule schedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getString("name"),
        row.getString("type"),
        row.getString("queue"),
        row.getString("expression"),
        Optional.ofNullable(row.getString("zone")),
        Missed.valueOf(row.getString("missed").toUpperCase(Locale.ROOT)),
        instant(row, "last_tick"),
        instant(row, "next_tick"),
        row.getBoolean("paused"),
        instant(row, "updated_at"));
  }

  /**
   * Enqueues a job of the schedule at once, paused or not, and leaves its ticks as they are. The
   * job's tick is now, by the database, in whole milliseconds; a second call in the same
   * millisecond finds the first one's job.
   *
   * @return empty if there is no such schedule
   */
  public Optional<Enqueued> runNow(Connection tx, String name) throws SQLException {
    try (PreparedStatement ask = BoundStatement.prepare(tx, ScheduleSql.NOW, name);
        ResultSet row = ask.executeQuery()) {
      return row.next() ? Optional.of(runNow(tx, name, instant(row, "now"))) : Optional.empty();
    }
  }

  private Enqueued runNow(Connection tx, String name, Instant now) throws SQLException {
    JobId id = TickId.mintRunNow(name, now);
    try (PreparedStatement insert = BoundStatement.prepare(tx, ScheduleSql.RUN_NOW, id, now, name);
        ResultSet row = insert.executeQuery()) {
      if (!row.next()) {
        return new Enqueued(id, true);
      }
      kit.events()
          .on(
              new JobEvent.Moved(
                  id, row.getString("type"), Transition.ENQUEUE, 1, 0, "caller", null));
      kit.nudge().written();
      return new Enqueued(id, false);
    }
  }

  static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
