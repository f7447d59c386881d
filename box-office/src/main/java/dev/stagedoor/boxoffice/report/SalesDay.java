package dev.stagedoor.boxoffice.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** A day of a zone. It has 23 or 25 hours where the clocks change, and may begin at 01:00. */
record SalesDay(LocalDate day, ZoneId zone) {
  /**
   * The last day that was over at a tick. A run that is late by days reports its own.
   *
   * @param tick the time that the job is for
   */
  static SalesDay before(Instant tick, ZoneId zone) {
    return new SalesDay(LocalDate.ofInstant(tick, zone).minusDays(1), zone);
  }

  /** The first instant in it. */
  Instant begins() {
    return day.atStartOfDay(zone).toInstant();
  }

  /** The first instant after it. */
  Instant ends() {
    return day.plusDays(1).atStartOfDay(zone).toInstant();
  }
}
