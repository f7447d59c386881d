package dev.stagedoor.model;

import java.util.Locale;

/** A relay, which has at most one row locked: a transaction of one row. */
final class Relay {
  /** How far its transaction is. */
  enum Place {
    IDLE,
    /** Row locked, epoch read. */
    LOCKED,
    /** Marked and committed, not yet published: only where rule 1 is off. */
    MARKED,
    /** The entry of the mark is alive. */
    FOUND_ALIVE,
    PUBLISHED
  }

  private static final Place[] PLACES = Place.values();

  Place place = Place.IDLE;
  int job;
  int entry;

  /** The stream whose epoch it has read, and whether that is still the stream's. */
  int stream;

  boolean epoch;

  /** Whether the row still has the attempt that it has read: a lost lock allows otherwise. */
  boolean attempt;

  /** Whether the row was marked when it was locked. */
  boolean again;

  boolean stopped;

  boolean isIdle() {
    return place == Place.IDLE;
  }

  void reset() {
    place = Place.IDLE;
    job = 0;
    entry = 0;
    stream = 0;
    epoch = false;
    attempt = false;
    again = false;
  }

  Relay copy() {
    Relay copy = new Relay();
    copy.place = place;
    copy.job = job;
    copy.entry = entry;
    copy.stream = stream;
    copy.epoch = epoch;
    copy.attempt = attempt;
    copy.again = again;
    copy.stopped = stopped;
    return copy;
  }

  void pass(Bits bits, Scenario scenario) {
    place = bits.one(place, PLACES);
    job = bits.number(job, scenario.jobs().size());
    entry = bits.number(entry, scenario.entries());
    stream = bits.number(stream, scenario.streams());
    epoch = bits.flag(epoch);
    attempt = bits.flag(attempt);
    again = bits.flag(again);
    stopped = bits.flag(stopped);
  }

  String show() {
    return place.name().toLowerCase(Locale.ROOT).replace('_', ' ') + (stopped ? ", stopped" : "");
  }
}
