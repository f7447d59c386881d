package dev.stagedoor.testkit.world;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Steps that are all taken, the last one added first, whichever of them fails; the first failure is
 * thrown, with the others in it. For one thread.
 */
final class Closing implements AutoCloseable {
  private final Deque<Step> steps = new ArrayDeque<>();

  interface Step {
    void take() throws SQLException;
  }

  void add(Step step) {
    steps.push(step);
  }

  @Override
  public void close() throws SQLException {
    SQLException failure = null;
    for (Step step = steps.poll(); step != null; step = steps.poll()) {
      try {
        step.take();
      } catch (SQLException e) {
        failure = together(failure, e);
      } catch (RuntimeException e) {
        failure = together(failure, new SQLException(e));
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static SQLException together(@Nullable SQLException first, SQLException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
