package dev.stagedoor.model;

/** What is still to be written for an entry in hand, and how far that is. */
enum Outcome {
  NONE,
  COMPLETE,
  /** A counted failure. */
  FAIL,
  LATER,
  HAND_BACK,
  PARK,
  SETTLE;

  /** Steps of writing one that is fenced by run. */
  enum Phase {
    WRITE,
    /** It has met a newer run: take the next number. */
    NUMBER,
    /** It has one: is the entry still ours? */
    ASK,
    /** It is: write once more. */
    INSIST
  }

  boolean isFencedByRun() {
    return this == FAIL || this == LATER || this == HAND_BACK || this == PARK;
  }
}
