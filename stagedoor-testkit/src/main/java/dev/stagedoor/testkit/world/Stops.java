package dev.stagedoor.testkit.world;

import java.util.Set;

/** The run behind what is seen: it is asked before each effect, and told after. */
public interface Stops {
  /**
   * Waits until the run is told what to do.
   *
   * @throws Crash if its process is dead
   */
  Order reach(Boundary boundary);

  /** What came of the effect at the last boundary. */
  void happened(Outcome outcome);

  /** A statement is on its way to this backend, or, with 0, has been answered. */
  void asking(int backend);

  /** Whether another run waits for a lock while this one goes. */
  boolean isAnotherWaiting();

  /** Whether this run waits for the user's own pool to give a connection. */
  void waitingForConnection(boolean waiting);

  /** Changes to these tables have been committed. */
  void committed(Set<String> tables);

  /** Whether the run's process is dead. */
  boolean isDead();

  /** The handler returned. */
  void returned();
}
