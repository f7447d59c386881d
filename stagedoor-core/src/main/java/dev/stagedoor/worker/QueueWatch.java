package dev.stagedoor.worker;

import dev.stagedoor.loop.Duty;
import dev.stagedoor.queue.QueueState;
import dev.stagedoor.queue.Queues;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Knows which queues are paused or limited, as of its last step; while the database is away, as of
 * the last step that it answered. One thread steps it; the questions are thread-safe.
 */
final class QueueWatch implements Duty {
  private final Queues queues;
  private final Consumer<String> onPause;
  private volatile Set<String> paused = Set.of();
  private volatile Set<String> limited = Set.of();

  /**
   * @param onPause told each queue that is found paused and was not
   */
  QueueWatch(Queues queues, Consumer<String> onPause) {
    this.queues = queues;
    this.onPause = onPause;
  }

  @Override
  public int runOnce() throws SQLException {
    List<QueueState> states = queues.all();
    Set<String> before = paused;
    limited = names(states, s -> s.limit().isPresent() || s.rate().isPresent());
    paused = names(states, s -> s.pausedAt().isPresent());
    Set<String> fresh = new HashSet<>(paused);
    fresh.removeAll(before);
    fresh.forEach(onPause);
    return 0;
  }

  private static Set<String> names(
      List<QueueState> states, java.util.function.Predicate<QueueState> which) {
    return states.stream().filter(which).map(QueueState::queue).collect(Collectors.toSet());
  }

  boolean isPaused(String queue) {
    return paused.contains(queue);
  }

  /** Whether an ending of its jobs makes room for another. */
  boolean isLimited(String queue) {
    return limited.contains(queue);
  }
}
