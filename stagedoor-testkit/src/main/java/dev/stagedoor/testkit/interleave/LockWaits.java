package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Side;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The runs that wait for another's lock, first to last. Changed by the stage's thread; whether
 * there are any is also asked by a run that decides.
 */
final class LockWaits {
  private final Side side;
  private final List<Run> waiting = new CopyOnWriteArrayList<>();

  enum Kind {
    NONE,
    LOCK,
    DEADLOCK
  }

  LockWaits(Side side) {
    this.side = side;
  }

  boolean isAny() {
    return !waiting.isEmpty();
  }

  List<Run> all() {
    return List.copyOf(waiting);
  }

  /** It is found waiting, and its line says so; nothing if it is known. */
  void add(Run run, Lines lines) {
    if (!waiting.contains(run)) {
      waiting.add(run);
      lines.lastOf(run).ifPresent(Line::waits);
    }
  }

  /** It goes on; false if it did not wait. */
  boolean remove(Run run) {
    return waiting.remove(run);
  }

  boolean isBlocked(Run run) throws SQLException {
    int backend = run.backend();
    return backend != 0 && side.isBlocked(backend);
  }

  /** What the run waits for. Alone in waiting it can be in no deadlock. */
  Kind of(Run run) throws SQLException {
    if (!isBlocked(run)) {
      return Kind.NONE;
    }
    if (waiting.stream().allMatch(run::equals)) {
      return Kind.LOCK;
    }
    if (side.isDeadlocked(run.backend())) {
      return Kind.DEADLOCK;
    }
    return isBlocked(run) ? Kind.LOCK : Kind.NONE; // a deadlock may just have been ended
  }
}
