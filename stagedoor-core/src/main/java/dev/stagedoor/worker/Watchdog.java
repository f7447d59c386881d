package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.loop.Threads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Does something later unless it is told otherwise, on one platform thread: time-outs of handlers
 * and of sends. What it does must be short. Thread-safe.
 */
final class Watchdog implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer;
  private final JobListener events;

  Watchdog(JobListener events) {
    this.events = events;
    timer = new ScheduledThreadPoolExecutor(1, r -> Threads.platform("stagedoor-watchdog", r));
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  Future<?> after(Duration delay, Runnable work) {
    return timer.schedule(() -> reported(work), delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void reported(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      events.on(new JobEvent.Trouble("watchdog", e));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
