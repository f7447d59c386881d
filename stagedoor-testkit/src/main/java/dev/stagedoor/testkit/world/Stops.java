package dev.stagedoor.testkit.world;

import java.util.Set;

/**
 * The run behind what is seen: it is asked before each effect, and told after, if it wants to hear.
 */
public interface Stops {
  /**
   * Waits until the run is told what to do.
   *
   * @throws Crash if its process is dead
   */
  Order reach(Boundary boundary);

  /** What came of the effect at the last boundary. */
  default void happened(Outcome outcome) {}

  /** A statement is on its way to this backend, or, with 0, has been answered. */
  default void asking(int backend) {}

  /** Whether another run waits for a lock while this one goes. */
  default boolean isAnotherWaiting() {
    return false;
  }

  /** Whether this run waits for the user's own pool to give a connection. */
  default void waitingForConnection(boolean waiting) {}

  /** Changes to these tables have been committed. */
  default void committed(Set<String> tables) {}

  /** Whether the run's process is dead. */
  default boolean isDead() {
    return false;
  }

  /** The handler returned. */
  default void returned() {}
}
