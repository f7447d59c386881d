package dev.stagedoor.model;

import java.util.Locale;

/**
 * A row of the outbox, and what stands in {@code processed_jobs} beside it. Attempts, runs and
 * epochs have no bound; of each it matters only whether it is the row's, so everybody who carries
 * one has a flag for that.
 */
final class Row {
  static final int NOBODY = -1;
  static final int NO_MARK = -1;
  private static final int MOST_ROUNDS = 2;
  private static final int MOST_DEATHS = 2;

  /** As the column, and what became of it when the row is gone. */
  enum Stands {
    NOT_YET,
    LIVE,
    PARKED,
    DEAD,
    COMPLETED,
    CANCELLED
  }

  private static final Stands[] STANDS = Stands.values();

  Stands stands = Stands.NOT_YET;
  boolean due;

  /** No redelivery of this attempt was counted. */
  boolean firstRun;

  int failures;
  int crashes;
  boolean again;
  int round;

  /** The entry that the mark names. */
  int mark = NO_MARK;

  int markStream;
  boolean markCurrent;

  /** The relay that has it locked. */
  int lockedBy = NOBODY;

  /** The record of its step, and the worker that has inserted it and not yet committed. */
  boolean recorded;

  int recordHeldBy = NOBODY;

  /** The record that its child is enqueued. */
  boolean childRecorded;

  /** How often what it does inside once, or in its completion, has committed. */
  int applied;

  boolean isLive() {
    return stands == Stands.LIVE;
  }

  boolean isThere() {
    return stands == Stands.LIVE || stands == Stands.PARKED || stands == Stands.DEAD;
  }

  /** Live, due now, at a new attempt; what it was marked with and what it counted is forgotten. */
  void enqueue() {
    stands = Stands.LIVE;
    due = true;
    firstRun = true;
    failures = 0;
    crashes = 0;
    again = false;
    mark = NO_MARK;
  }

  /** Gone: only what the model still asks of it stays. */
  void end(Stands how) {
    stands = how;
    due = false;
    firstRun = false;
    failures = 0;
    crashes = 0;
    again = false;
    mark = NO_MARK;
  }

  Row copy() {
    Row copy = new Row();
    copy.stands = stands;
    copy.due = due;
    copy.firstRun = firstRun;
    copy.failures = failures;
    copy.crashes = crashes;
    copy.again = again;
    copy.round = round;
    copy.mark = mark;
    copy.markStream = markStream;
    copy.markCurrent = markCurrent;
    copy.lockedBy = lockedBy;
    copy.recorded = recorded;
    copy.recordHeldBy = recordHeldBy;
    copy.childRecorded = childRecorded;
    copy.applied = applied;
    return copy;
  }

  void pass(Bits bits, Scenario scenario) {
    stands = bits.one(stands, STANDS);
    due = bits.flag(due);
    firstRun = bits.flag(firstRun);
    failures = bits.between(0, failures, scenario.maxFailures());
    crashes = bits.between(0, crashes, MOST_DEATHS);
    again = bits.flag(again);
    round = bits.between(0, round, MOST_ROUNDS);
    if (mark == NO_MARK) {
      markStream = 0;
      markCurrent = false;
    }
    mark = bits.between(NO_MARK, mark, scenario.entries() - 1);
    markStream = bits.number(markStream, scenario.streams());
    markCurrent = bits.flag(markCurrent);
    lockedBy = bits.between(NOBODY, lockedBy, scenario.relays() - 1);
    recorded = bits.flag(recorded);
    recordHeldBy = bits.between(NOBODY, recordHeldBy, scenario.workers() - 1);
    childRecorded = bits.flag(childRecorded);
    applied = bits.between(0, applied, 2);
  }

  String show() {
    return stands.name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (isLive() && !due ? ", waiting" : "")
        + (mark == NO_MARK ? "" : ", marked with " + Wording.entry(mark))
        + (mark == NO_MARK || markCurrent ? "" : " under an older epoch")
        + (lockedBy == NOBODY ? "" : ", locked by " + Wording.relay(lockedBy))
        + (recordHeldBy == NOBODY ? "" : ", step held by " + Wording.worker(recordHeldBy))
        + (applied == 0 ? "" : ", applied " + applied + " times");
  }
}
