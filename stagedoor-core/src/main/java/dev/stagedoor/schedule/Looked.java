package dev.stagedoor.schedule;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A schedule's row as it was read.
 *
 * @param now the database's, when it was read
 */
record Looked(
    String name,
    String type,
    String kind,
    String expression,
    @Nullable String zone,
    boolean paused,
    Instant lastTick,
    Instant nextTick,
    Instant now) {

  static Looked of(ResultSet row) throws SQLException {
    return new Looked(
        row.getString("name"),
        row.getString("type"),
        row.getString("kind"),
        row.getString("expression"),
        row.getString("zone"),
        row.getBoolean("paused"),
        Schedules.instant(row, "last_tick"),
        Schedules.instant(row, "next_tick"),
        Schedules.instant(row, "now"));
  }

  /** Whether the row stands under this plan; another process may have registered another. */
  boolean isOf(Timing timing) {
    return kind.equals(timing.kind())
        && expression.equals(timing.expression())
        && Objects.equals(zone, timing.zoneId());
  }

  boolean due() {
    return !paused && !nextTick.isAfter(now);
  }

  /** Zero or less where it is due. */
  Duration untilNext() {
    return Duration.between(now, nextTick);
  }
}
