package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Side;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends runs from outside that do not end by themselves: the statement that they wait for, and their
 * thread by an interrupt. One that ignores both is tried once. For the stage's thread.
 */
final class Eviction {
  private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long NAP = TimeUnit.MILLISECONDS.toNanos(5);

  private final Side side;
  private final Set<Run> evicted = new HashSet<>();

  Eviction(Side side) {
    this.side = side;
  }

  /** Those that are neither at a boundary nor over. */
  void of(List<Run> runs) throws SQLException {
    for (Run run : runs) {
      if (run.state() == Run.State.RUNNING && evicted.add(run)) {
        evict(run);
      }
    }
  }

  private void evict(Run run) throws SQLException {
    int backend = run.backend();
    run.doom();
    if (backend != 0) {
      side.terminate(backend);
    }
    run.thread().interrupt();
    long until = System.nanoTime() + PATIENCE;
    while (run.state() != Run.State.ENDED && System.nanoTime() < until) {
      LockSupport.parkNanos(NAP);
    }
  }
}
