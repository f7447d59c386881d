package dev.stagedoor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When schedules tick, on days when the clocks are set forward and back, and on all others. */
class ScheduleTimesTest {
  static Timing cron(String line, String zone) {
    Plan plan = Plan.cron(line, zone);
    assertThat(plan.faults()).isEmpty();
    return Objects.requireNonNull(plan.timing());
  }

  /** The local times, with offset, of all ticks that fall on these local days. */
  private static List<String> ticks(Timing timing, LocalDate day, int days, ZoneId zone) {
    Instant end = day.plusDays(days).atStartOfDay(zone).toInstant();
    List<String> ticks = new ArrayList<>();
    Instant tick = timing.next(day.atStartOfDay(zone).toInstant().minusNanos(1));
    while (tick.isBefore(end)) {
      ticks.add(tick.atZone(zone).toOffsetDateTime().toString().substring(8));
      tick = timing.next(tick);
    }
    return ticks;
  }

  /**
   * Warsaw: 29 March 2026 02:00 becomes 03:00, 25 October 03:00 becomes 02:00. Lord Howe: 4 October
   * 02:00 becomes 02:30, 5 April 02:00 becomes 01:30. São Paulo: 4 November 2018 00:00 became
   * 01:00, and nothing since 2019. Kolkata: nothing.
   */
  @ParameterizedTest(name = "{0} in {1} on {2}")
  @CsvSource(
      delimiter = ';',
      value = {
        // fixed times around the gap: at its end, once, however many it skips
        "30 2 * * *; Europe/Warsaw; 2026-03-28; 28T02:30+01:00 29T03:00+02:00 30T02:30+02:00",
        "0 2 * * *; Europe/Warsaw; 2026-03-28; 28T02:00+01:00 29T03:00+02:00 30T02:00+02:00",
        "0 3 * * *; Europe/Warsaw; 2026-03-28; 28T03:00+01:00 29T03:00+02:00 30T03:00+02:00",
        "59 1 * * *; Europe/Warsaw; 2026-03-28; 28T01:59+01:00 29T01:59+01:00 30T01:59+02:00",
        "*/20 2 29 3 *; Europe/Warsaw; 2026-03-28; 29T03:00+02:00",
        "15 2,3 29 3 *; Europe/Warsaw; 2026-03-28; 29T03:00+02:00 29T03:15+02:00",
        "30 */2 29 3 *; Europe/Warsaw; 2026-03-28; 29T00:30+01:00 29T03:00+02:00 29T04:30+02:00"
            + " 29T06:30+02:00 29T08:30+02:00 29T10:30+02:00 29T12:30+02:00 29T14:30+02:00"
            + " 29T16:30+02:00 29T18:30+02:00 29T20:30+02:00 29T22:30+02:00",
        // fixed times around the overlap: the first time only
        "30 2 * * *; Europe/Warsaw; 2026-10-24; 24T02:30+02:00 25T02:30+02:00 26T02:30+01:00",
        "0 2 * * *; Europe/Warsaw; 2026-10-24; 24T02:00+02:00 25T02:00+02:00 26T02:00+01:00",
        "0 3 * * *; Europe/Warsaw; 2026-10-24; 24T03:00+02:00 25T03:00+01:00 26T03:00+01:00",
        "*/30 2-3 25 10 *; Europe/Warsaw; 2026-10-24; 25T02:00+02:00 25T02:30+02:00"
            + " 25T03:00+01:00 25T03:30+01:00",
        // half an hour
        "15 2 * * *; Australia/Lord_Howe; 2026-10-03; 03T02:15+10:30 04T02:30+11:00 05T02:15+11:00",
        "45 1 * * *; Australia/Lord_Howe; 2026-04-04; 04T01:45+11:00 05T01:45+11:00 06T01:45+10:30",
        // midnight is skipped
        "0 0 * * *; America/Sao_Paulo; 2018-11-03; 03T00:00-03:00 04T01:00-02:00 05T00:00-02:00",
        "30 0 * * 0; America/Sao_Paulo; 2018-11-03; 04T01:00-02:00",
        // no changes
        "30 2 * * *; America/Sao_Paulo; 2026-10-24; 24T02:30-03:00 25T02:30-03:00 26T02:30-03:00",
        "30 2 * * *; Asia/Kolkata; 2026-03-28; 28T02:30+05:30 29T02:30+05:30 30T02:30+05:30",
        "30 2 * * *; UTC; 2026-03-28; 28T02:30Z 29T02:30Z 30T02:30Z",
      })
  void aLocalTimeThatIsSkippedTicksAtTheEndOfTheGapAndOneThatComesTwiceTicksOnce(
      String line, String zone, LocalDate day, String ticks) {
    assertThat(ticks(cron(line, zone), day, 3, ZoneId.of(zone)))
        .isEqualTo(Arrays.asList(ticks.split(" ", -1)));
  }

  @ParameterizedTest(name = "{0} in {1} on {2}")
  @CsvSource(
      delimiter = ';',
      value = {
        "0 * * * *; Europe/Warsaw; 2026-03-29; 23; 60; 60",
        "0 * * * *; Europe/Warsaw; 2026-10-25; 25; 60; 60",
        "30 * * * *; Europe/Warsaw; 2026-03-29; 23; 60; 60",
        "30 * * * *; Europe/Warsaw; 2026-10-25; 25; 60; 60",
        "*/30 * * * *; Europe/Warsaw; 2026-03-29; 46; 30; 30",
        "*/30 * * * *; Europe/Warsaw; 2026-10-25; 50; 30; 30",
        "*/30 0-23 * * *; Europe/Warsaw; 2026-10-25; 50; 30; 30",
        "* * * * *; Europe/Warsaw; 2026-10-25; 1500; 1; 1",
        "*/30 * * * *; Australia/Lord_Howe; 2026-10-04; 47; 30; 30",
        "*/30 * * * *; Australia/Lord_Howe; 2026-04-05; 49; 30; 30",
        "15 * * * *; Australia/Lord_Howe; 2026-10-04; 24; 45; 60", // 01:15, 02:30, 03:15
        "45 * * * *; Australia/Lord_Howe; 2026-04-05; 25; 30; 60", // 01:45 twice
        "*/30 * * * *; Asia/Kolkata; 2026-03-29; 48; 30; 30",
      })
  void aPlanThatLeavesTheHourOpenTicksByElapsedTime(
      String line, String zone, LocalDate day, int ticks, long shortest, long longest) {
    Timing timing = cron(line, zone);
    Instant start = day.atStartOfDay(ZoneId.of(zone)).toInstant();
    Instant end = day.plusDays(1).atStartOfDay(ZoneId.of(zone)).toInstant();
    List<Long> gaps = new ArrayList<>();
    Instant last = timing.next(start.minusNanos(1));
    int count = 0;
    while (last.isBefore(end)) {
      count++;
      Instant next = timing.next(last);
      gaps.add(Duration.between(last, next).toMinutes());
      last = next;
    }
    assertThat(count).isEqualTo(ticks);
    assertThat(gaps).allMatch(gap -> gap >= shortest && gap <= longest);
  }

  /** Against a reading of every minute of a year, by a matcher that knows nothing of cron-utils. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Europe/Warsaw",
        "America/New_York",
        "Australia/Lord_Howe",
        "America/St_Johns",
        "Antarctica/Troll", // two hours
        "Africa/Casablanca",
        "Asia/Kolkata",
        "UTC"
      })
  void everyTickOfAYearIsFoundAndNoOther(String zone) {
    EveryMinute line = EveryMinute.random(new Random(zone.hashCode()));
    Instant start = Instant.parse("2025-12-31T00:00:00Z");
    Instant end = start.plus(Duration.ofDays(366));
    Timing timing = cron(line.toString(), zone);
    List<Instant> found = new ArrayList<>();
    for (Instant t = timing.next(start); t.isBefore(end); t = timing.next(t)) {
      found.add(t);
    }
    assertThat(found)
        .as("%s in %s", line, zone)
        .isNotEmpty()
        .isEqualTo(line.ticks(ZoneId.of(zone), start, end));
  }

  @Test
  void theZoneOfTheJvmMeansNothing() {
    TimeZone before = TimeZone.getDefault();
    Timing timing = cron("30 2 * * *", "Europe/Warsaw");
    Instant from = Instant.parse("2026-03-28T12:00:00Z");
    try {
      for (String zone : List.of("Asia/Kolkata", "America/Lima", "Australia/Lord_Howe")) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        assertThat(timing.next(from)).isEqualTo("2026-03-29T01:00:00Z");
        assertThat(cron("30 2 * * *", "Europe/Warsaw").next(from))
            .isEqualTo("2026-03-29T01:00:00Z");
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PT1S, 2026-03-29T00:59:59.999Z, 2026-03-29T01:00:00Z",
    "PT1S, 2026-03-29T01:00:00Z, 2026-03-29T01:00:01Z",
    "PT15M, 2026-03-29T00:59:59Z, 2026-03-29T01:00:00Z",
    "PT1.5S, 1970-01-01T00:00:00.000001Z, 1970-01-01T00:00:01.500Z",
    "PT24H, 2026-03-29T01:00:00Z, 2026-03-30T00:00:00Z",
    "PT7H, 1969-12-31T23:00:00Z, 1970-01-01T00:00:00Z"
  })
  void intervalsLieOnAGridFromTheEpoch(Duration every, Instant after, Instant next) {
    assertThat(new Interval(every).next(after)).isEqualTo(next);
  }

  @ParameterizedTest
  @CsvSource({
    "*/5 * * * *, 2026-05-01T10:00:00Z, 2026-05-01T10:04:59Z, ",
    "*/5 * * * *, 2026-05-01T10:00:00Z, 2026-05-01T10:05:00Z, 2026-05-01T10:05:00Z",
    "*/5 * * * *, 2025-05-01T10:00:00Z, 2026-05-01T10:07:00Z, 2026-05-01T10:05:00Z",
    "* * 1 1 *, 2025-05-01T10:00:00Z, 2026-05-01T10:07:00Z, 2026-01-01T23:59:00Z",
    "0 0 29 2 *, 2024-05-01T10:00:00Z, 2026-05-01T10:07:00Z, "
  })
  void theNewestTickUpToAnInstant(
      String line, Instant low, Instant high, @org.jspecify.annotations.Nullable Instant newest) {
    assertThat(cron(line, "UTC").newest(low, high).orElse(null)).isEqualTo(newest);
  }

  @Test
  void localTimesOfDaysThatAreSkippedWholeTickWhenTheNextBegins() {
    Timing timing = cron("0 3 * * *", "Pacific/Apia"); // had no 30 December 2011
    LocalDateTime before = LocalDateTime.of(2011, 12, 29, 12, 0);
    Instant first = timing.next(before.atZone(ZoneId.of("Pacific/Apia")).toInstant());
    assertThat(first).isEqualTo("2011-12-30T10:00:00Z"); // the 31st, midnight
    assertThat(timing.next(first)).isEqualTo("2011-12-30T13:00:00Z");
  }
}
