package dev.stagedoor.boxoffice.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SalesDayTest {
  @ParameterizedTest
  @CsvSource({
    "2026-11-30T06:00:00Z, UTC, 2026-11-29, 2026-11-29T00:00:00Z, 24",
    "2026-11-30T05:00:00Z, Europe/Warsaw, 2026-11-29, 2026-11-28T23:00:00Z, 24",
    "2026-03-30T04:00:00Z, Europe/Warsaw, 2026-03-29, 2026-03-28T23:00:00Z, 23",
    "2026-10-26T05:00:00Z, Europe/Warsaw, 2026-10-25, 2026-10-24T22:00:00Z, 25",
    "2018-11-05T08:00:00Z, America/Sao_Paulo, 2018-11-04, 2018-11-04T03:00:00Z, 23",
    "2026-10-04T19:00:00Z, Australia/Lord_Howe, 2026-10-04, 2026-10-03T13:30:00Z, 23.5",
    "2026-11-29T23:30:00Z, Pacific/Auckland, 2026-11-29, 2026-11-28T11:00:00Z, 24",
  })
  void isTheDayBeforeTheTickBetweenTwoMidnightsOfItsZone(
      Instant tick, ZoneId zone, LocalDate day, Instant begins, double hours) {
    SalesDay reported = SalesDay.before(tick, zone);

    assertThat(reported.day()).isEqualTo(day);
    assertThat(reported.begins()).isEqualTo(begins);
    assertThat(Duration.between(reported.begins(), reported.ends()))
        .isEqualTo(Duration.ofMinutes((long) (hours * 60)));
  }

  @Test
  void oneDayEndsWhereTheNextBegins() {
    ZoneId zone = ZoneId.of("Europe/Warsaw");
    for (LocalDate day = LocalDate.of(2026, 1, 1); day.getYear() < 2027; day = day.plusDays(1)) {
      assertThat(new SalesDay(day, zone).ends())
          .isEqualTo(new SalesDay(day.plusDays(1), zone).begins());
    }
  }
}
