package dev.stagedoor.testkit.interleave;

import java.util.Comparator;
import java.util.List;

/** What a handler is found to be. Everything but {@link #ONCE} fails the test, unless allowed. */
public enum Verdict {
  /** Every effect happened as often as declared, in every interleaving that was run. */
  ONCE,
  /** An effect happened more often than declared. */
  TWICE,
  /** An effect happened less often than declared, though the job was completed. */
  LOST,
  /** The job is never completed, or a run never comes to its next boundary. */
  STUCK,
  /** An effect changed while no boundary that could have changed it was passed. */
  UNSEEN_EFFECT,
  /** The same interleaving went another way. */
  NONDETERMINISTIC,
  /** The handler ended without any effect that the kit can see. */
  NO_BOUNDARY,
  /** The handler used the world from a thread of its own. */
  OWN_THREADS,
  /** The database was used through a connection that the kit does not see. */
  UNSEEN_CONNECTION,
  /** The handler slept. */
  SLEEPS,
  /** Two runs waited for each other's locks, and PostgreSQL ended one. */
  DEADLOCK,
  /** A run waited for a connection that another run holds. */
  POOL_WAIT,
  /** The handler caught what stands for its process's death, and went on. */
  SWALLOWED_CRASH;

  /** First what makes all else doubtful, since the kit did not see everything. */
  private static final List<Verdict> WORST_FIRST =
      List.of(
          OWN_THREADS,
          UNSEEN_CONNECTION,
          NO_BOUNDARY,
          UNSEEN_EFFECT,
          POOL_WAIT,
          NONDETERMINISTIC,
          TWICE,
          LOST,
          STUCK,
          SLEEPS,
          SWALLOWED_CRASH,
          DEADLOCK,
          ONCE);

  /** Which of several is told. */
  static Comparator<Verdict> worstFirst() {
    return Comparator.comparingInt(WORST_FIRST::indexOf);
  }
}
