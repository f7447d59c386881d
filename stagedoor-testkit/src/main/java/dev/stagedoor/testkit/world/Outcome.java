package dev.stagedoor.testkit.world;

/**
 * What came of an effect.
 *
 * @param words a few, the same in every run of the same interleaving; empty if nothing was told
 * @param answer what a call gave, for people: may differ from run to run; empty for none
 */
public record Outcome(Kind kind, String words, String answer) {
  /** Nothing was told, or not yet. */
  public static final Outcome NOT_TOLD = new Outcome(Kind.AS_ASKED, "", "");

  /** A step was done. */
  public static final Outcome DONE = new Outcome(Kind.AS_ASKED, "done", "");

  public static final Outcome COMMITTED = new Outcome(Kind.AS_ASKED, "committed", "");
  public static final Outcome ROLLED_BACK = new Outcome(Kind.AS_ASKED, "rolled back", "");

  /** A query was answered. */
  public static final Outcome ANSWERED = new Outcome(Kind.AS_ASKED, "answered", "");

  /** It was done, and the run does not get to know. */
  public static final Outcome REPLY_LOST = new Outcome(Kind.TOLD, "done, reply lost", "");

  /** It was not done, and the run does not get to know. */
  public static final Outcome UNSENT = new Outcome(Kind.NO_EFFECT, "did not arrive, time-out", "");

  /** The run's process died before the effect. */
  public static final Outcome DEATH = new Outcome(Kind.NO_EFFECT, "process dies", "");

  /** What there is to say about it. */
  public enum Kind {
    /** It happened, which says itself. */
    AS_ASKED,
    /** It happened, and people want to know how. */
    TOLD,
    /** It did not happen. */
    NO_EFFECT
  }

  /** A statement wrote so many rows. */
  static Outcome rows(long rows) {
    return new Outcome(Kind.TOLD, rows + (rows == 1 ? " row" : " rows"), "");
  }

  /** A call gave an answer. */
  static Outcome answered(String answer) {
    return new Outcome(Kind.TOLD, "done", answer);
  }

  /** The server failed it. */
  public static Outcome failed(String sqlState) {
    return new Outcome(Kind.NO_EFFECT, "failed: " + sqlState, "");
  }

  /** The provider refused it. */
  static Outcome refused(String how) {
    return new Outcome(Kind.NO_EFFECT, "refused: " + how, "");
  }
}
