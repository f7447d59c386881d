package dev.stagedoor.model;

import org.jspecify.annotations.Nullable;

/**
 * A finite system of states and steps, as the search sees it.
 *
 * @param <S> a state; the search never changes one
 */
interface Model<S> {
  S initial();

  /** Tells every step that can be taken from here. None from a state that violates something. */
  void steps(S from, Steps<S> out);

  /** The state in few words of 64 bits; alike states that may be exchanged have the same. */
  long[] key(S state);

  S state(long[] key);

  /** The safety property that is broken here; null if none is. */
  @Nullable Property broken(S state);

  /** Whether all work has come to an end that people would accept. */
  boolean isGoodEnd(S state);

  /** Whether nothing is left lying about, either. */
  boolean isCleanEnd(S state);

  String show(S state);

  /** What a step is. */
  enum Kind {
    /** Happens in time, where nothing goes wrong. */
    PROGRESS,
    /** A stopped process goes on: it may, but nobody may rely on it. */
    WAKE,
    /** Something that goes wrong, or that somebody decides: never needed for a good end. */
    FAULT
  }

  /** Where steps are told. */
  interface Steps<S> {
    /**
     * @param text what happens; {@code $} and a letter stand for an actor or an object, see {@link
     *     Wording}
     * @param actor number of the process that acts
     * @param object number of what it acts on
     */
    void step(Kind kind, String text, int actor, int object, S to);
  }
}
