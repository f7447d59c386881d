package dev.stagedoor.schedule;

import java.time.LocalDateTime;

/** The local times of a plan, before any zone makes instants of them. Immutable. */
interface LocalTimes {
  /** The first that is not before this one. */
  LocalDateTime atOrAfter(LocalDateTime from);

  /** Whether the plan leaves the hour open, so that it counts minutes and no clock face. */
  boolean everyHour();
}
