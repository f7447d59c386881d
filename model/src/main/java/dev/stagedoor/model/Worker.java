package dev.stagedoor.model;

import java.util.Locale;

/**
 * A slot of a worker with the entry in its hand: the thread of the handler, and apart from it the
 * outcome, which a watchdog may write while the thread is still at it.
 */
final class Worker {
  /** How the entry came. */
  enum Delivered {
    FIRST,
    AGAIN,
    RECLAIMED,
    /** Its own entry, which it was too slow to extend: nobody died of it. */
    RECLAIMED_OWN
  }

  /** Why we told the run to stop. */
  enum Interrupt {
    NONE,
    SUPERSEDED,
    TIME_OUT,
    SHUT_DOWN
  }

  static final int NO_ENTRY = -1;
  private static final Place[] PLACES = Place.values();
  private static final Delivered[] DELIVERED = Delivered.values();
  private static final Interrupt[] INTERRUPTS = Interrupt.values();
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final Outcome.Phase[] PHASES = Outcome.Phase.values();

  Place place = Place.IDLE;
  int entry = NO_ENTRY;
  int job;
  Delivered delivered = Delivered.FIRST;

  /** Whether its attempt and its run are the row's. */
  boolean attempt;

  boolean run;

  Interrupt interrupt = Interrupt.NONE;
  boolean extending;

  /** It met a claim held elsewhere or one without reply, or an effect that is unknown. */
  boolean forbidden;

  /** It was told that its job is not wanted. */
  boolean superseded;

  boolean stopped;
  boolean hangs;

  /** Its claim is not stale, whatever became of the run since. */
  boolean freshClaim;

  /** By its own clock the send time-out is over since before the claim. */
  boolean late;

  /** It has claimed when less than the send time-out was left of the key's life. */
  boolean claimedLate;

  /** The change that it has read. */
  int seen;

  Outcome outcome = Outcome.NONE;
  Outcome.Phase phase = Outcome.Phase.WRITE;

  boolean isIdle() {
    return place == Place.IDLE;
  }

  boolean wasReclaimed() {
    return delivered == Delivered.RECLAIMED || delivered == Delivered.RECLAIMED_OWN;
  }

  /** In its handler, and nothing has told it to stop. */
  boolean isRunningFreely() {
    return place.isInHandler() && !stopped && interrupt == Interrupt.NONE;
  }

  void offer(Outcome what) {
    outcome = what;
    phase = Outcome.Phase.WRITE;
  }

  /** The outcome is decided: nothing of the entry is in its hand any more. */
  void letGo() {
    outcome = Outcome.NONE;
    phase = Outcome.Phase.WRITE;
    extending = false;
    entry = NO_ENTRY;
    if (place == Place.OVER) {
      reset();
    }
  }

  /** Free for the next entry. A claim of a run before does not go stale for that. */
  void reset() {
    place = Place.IDLE;
    entry = NO_ENTRY;
    job = 0;
    delivered = Delivered.FIRST;
    attempt = false;
    run = false;
    interrupt = Interrupt.NONE;
    extending = false;
    forbidden = false;
    superseded = false;
    stopped = false;
    hangs = false;
    late = false;
    claimedLate = false;
    seen = 0;
    outcome = Outcome.NONE;
    phase = Outcome.Phase.WRITE;
  }

  Worker copy() {
    Worker copy = new Worker();
    copy.place = place;
    copy.entry = entry;
    copy.job = job;
    copy.delivered = delivered;
    copy.attempt = attempt;
    copy.run = run;
    copy.interrupt = interrupt;
    copy.extending = extending;
    copy.forbidden = forbidden;
    copy.superseded = superseded;
    copy.stopped = stopped;
    copy.hangs = hangs;
    copy.freshClaim = freshClaim;
    copy.late = late;
    copy.claimedLate = claimedLate;
    copy.seen = seen;
    copy.outcome = outcome;
    copy.phase = phase;
    return copy;
  }

  void pass(Bits bits, Scenario scenario) {
    place = bits.one(place, PLACES);
    entry = bits.between(NO_ENTRY, entry, scenario.entries() - 1);
    job = bits.number(job, scenario.jobs().size());
    delivered = bits.one(delivered, DELIVERED);
    attempt = bits.flag(attempt);
    run = bits.flag(run);
    interrupt = bits.one(interrupt, INTERRUPTS);
    extending = bits.flag(extending);
    forbidden = bits.flag(forbidden);
    superseded = bits.flag(superseded);
    stopped = bits.flag(stopped);
    hangs = bits.flag(hangs);
    freshClaim = bits.flag(freshClaim);
    late = bits.flag(late);
    claimedLate = bits.flag(claimedLate);
    seen = bits.between(0, seen, Effects.MOST_CHANGES);
    outcome = bits.one(outcome, OUTCOMES);
    phase = bits.one(phase, PHASES);
  }

  String show() {
    return "at "
        + place.name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (entry == NO_ENTRY ? "" : " with " + Wording.entry(entry))
        + (outcome == Outcome.NONE
            ? ""
            : ", to " + outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        + (stopped ? ", stopped" : "")
        + (hangs ? ", hanging" : "");
  }
}
