package dev.stagedoor.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Local times in a zone whose clocks may be set forward and back.
 *
 * <p>Between two such changes the offset is fixed and a local time is one instant. At a change:
 *
 * <ul>
 *   <li>a local time that is skipped ticks at the end of the gap; several of them make one tick;
 *   <li>a local time that comes twice ticks the first time;
 *   <li>a plan that leaves the hour open ticks by elapsed time: it names minutes, and a change by
 *       whole hours neither skips nor repeats one. Where minutes come twice (a change by half an
 *       hour) it ticks both times; where some are skipped, the first rule holds.
 * </ul>
 */
record ZonedTimes(String expression, LocalTimes times, ZoneId zone) implements Timing {
  private static final int HOUR = 3_600;

  @Override
  public String kind() {
    return "cron";
  }

  @Override
  public @Nullable String zoneId() {
    return zone.getId();
  }

  @Override
  public Instant next(Instant after) {
    ZoneRules rules = zone.getRules();
    ZoneOffset offset = rules.getOffset(after);
    LocalDateTime from = firstAfter(after, offset);
    @Nullable ZoneOffsetTransition change = rules.nextTransition(after);
    while (true) {
      Instant tick = times.atOrAfter(from).toInstant(offset);
      if (change == null || tick.isBefore(change.getInstant())) {
        return tick;
      }
      if (change.isGap() && ticksFor(change)) {
        return change.getInstant();
      }
      offset = change.getOffsetAfter();
      from = firstAfter(change);
      change = rules.nextTransition(change.getInstant());
    }
  }

  private LocalDateTime firstAfter(Instant after, ZoneOffset offset) {
    LocalDateTime from = LocalDateTime.ofInstant(after, offset).plusNanos(1);
    @Nullable ZoneOffsetTransition last = zone.getRules().previousTransition(after.plusNanos(1));
    if (last == null || from.isAfter(firstAfter(last))) {
      return from;
    }
    return firstAfter(last); // within what comes the second time
  }

  private LocalDateTime firstAfter(ZoneOffsetTransition change) {
    return change.isOverlap() && !times.everyHour()
        ? change.getDateTimeBefore()
        : change.getDateTimeAfter();
  }

  private boolean ticksFor(ZoneOffsetTransition gap) {
    if (times.everyHour() && gap.getDuration().toSeconds() % HOUR == 0) {
      return false;
    }
    return times.atOrAfter(gap.getDateTimeBefore()).isBefore(gap.getDateTimeAfter());
  }
}
