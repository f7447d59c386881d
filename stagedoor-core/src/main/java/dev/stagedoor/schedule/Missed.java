package dev.stagedoor.schedule;

/** What becomes of ticks that came while no scheduler was there. */
public enum Missed {
  /** One job, for the newest of them. */
  ONCE,
  /** A job for each, oldest first. */
  ALL,
  /** None, where the newest is late by more than a minute; else as {@link #ONCE}. */
  SKIP
}
