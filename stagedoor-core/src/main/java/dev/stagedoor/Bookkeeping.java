package dev.stagedoor;

import dev.stagedoor.event.JobListener;
import dev.stagedoor.history.HistoryKeeper;
import dev.stagedoor.history.JobMinutes;
import dev.stagedoor.loop.DutyLoop;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * What is kept of this process's runs, and of the jobs of all: workers count, relays keep history.
 * No job rests on it, so when it fails health is degraded, no more.
 */
final class Bookkeeping implements AutoCloseable {
  private static final Duration COUNT_EVERY = Duration.ofSeconds(5);
  private static final Duration KEEP_EVERY = Duration.ofMinutes(1);

  private final Configuration configuration;
  private final JobMinutes minutes;
  private final BiConsumer<String, Throwable> trouble;
  private final List<DutyLoop> loops = new CopyOnWriteArrayList<>();

  /**
   * @param name of this process's worker
   */
  Bookkeeping(Configuration configuration, String name, BiConsumer<String, Throwable> trouble) {
    this.configuration = configuration;
    this.minutes = new JobMinutes(configuration.transactions(), name);
    this.trouble = trouble;
  }

  JobListener listener() {
    return minutes;
  }

  void start() {
    if (configuration.roles().contains(Role.WORKER)) {
      loops.add(DutyLoop.start("stagedoor-minutes", minutes, COUNT_EVERY, COUNT_EVERY, trouble));
    }
    if (configuration.roles().contains(Role.RELAY)) {
      HistoryKeeper keeper =
          new HistoryKeeper(configuration.transactions(), configuration.retention());
      loops.add(DutyLoop.start("stagedoor-history", keeper, KEEP_EVERY, KEEP_EVERY, trouble));
    }
  }

  List<DutyLoop.Failing> failing() {
    return loops.stream().flatMap(loop -> loop.failing().stream()).toList();
  }

  /** After the last run has ended: what it counted is added. */
  @Override
  public void close() {
    if (loops.isEmpty()) {
      return;
    }
    loops.forEach(DutyLoop::close);
    try {
      minutes.runOnce();
    } catch (SQLException | RuntimeException e) {
      trouble.accept("counting the last minute", e);
    }
  }
}
