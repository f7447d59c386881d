package dev.stagedoor.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A cron line of single numbers or stars, and its ticks found by looking at every minute. */
record EveryMinute(int minute, int hour, int dayOfMonth, int month, int dayOfWeek) {
  private static final int ANY = -1;

  static EveryMinute random(Random random) {
    return new EveryMinute(
        random.nextInt(60),
        random.nextBoolean() ? ANY : random.nextInt(5),
        random.nextInt(3) > 0 ? ANY : 1 + random.nextInt(31),
        random.nextInt(4) > 0 ? ANY : 1 + random.nextInt(12),
        random.nextInt(3) > 0 ? ANY : random.nextInt(7));
  }

  List<Instant> ticks(ZoneId zone, Instant start, Instant end) {
    TreeSet<Instant> ticks = new TreeSet<>();
    for (Instant t = start; t.isBefore(end); t = t.plus(Duration.ofMinutes(1))) {
      ZoneOffset offset = zone.getRules().getOffset(t);
      LocalDateTime local = LocalDateTime.ofInstant(t, offset);
      boolean again = !zone.getRules().getValidOffsets(local).get(0).equals(offset);
      if (matches(local) && (hour == ANY || !again)) {
        ticks.add(t);
      }
    }
    for (ZoneOffsetTransition gap : gaps(zone, start, end)) {
      ticks.add(gap.getInstant());
    }
    ticks.remove(start);
    return List.copyOf(ticks);
  }

  private List<ZoneOffsetTransition> gaps(ZoneId zone, Instant start, Instant end) {
    return Stream.iterate(
            zone.getRules().nextTransition(start),
            change -> change != null && change.getInstant().isBefore(end),
            change -> zone.getRules().nextTransition(change.getInstant()))
        .filter(ZoneOffsetTransition::isGap)
        .filter(gap -> hour != ANY || gap.getDuration().toSeconds() % 3_600 != 0)
        .filter(this::skips)
        .toList();
  }

  private boolean skips(ZoneOffsetTransition gap) {
    return Stream.iterate(
            gap.getDateTimeBefore(),
            skipped -> skipped.isBefore(gap.getDateTimeAfter()),
            skipped -> skipped.plusMinutes(1))
        .anyMatch(this::matches);
  }

  private boolean matches(LocalDateTime local) {
    return fits(minute, local.getMinute())
        && fits(hour, local.getHour())
        && fits(month, local.getMonthValue())
        && isDay(local);
  }

  /** Where both days are given, either will do: as Unix has it. */
  private boolean isDay(LocalDateTime local) {
    boolean ofMonth = dayOfMonth == local.getDayOfMonth();
    boolean ofWeek = dayOfWeek == local.getDayOfWeek().getValue() % 7;
    if (dayOfMonth == ANY || dayOfWeek == ANY) {
      return (dayOfMonth == ANY || ofMonth) && (dayOfWeek == ANY || ofWeek);
    }
    return ofMonth || ofWeek;
  }

  private static boolean fits(int field, int value) {
    return field == ANY || field == value;
  }

  @Override
  public String toString() {
    return Stream.of(minute, hour, dayOfMonth, month, dayOfWeek)
        .map(field -> field == ANY ? "*" : field.toString())
        .reduce((a, b) -> a + " " + b)
        .orElseThrow();
  }
}
