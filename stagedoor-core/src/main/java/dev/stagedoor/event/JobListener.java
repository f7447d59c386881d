package dev.stagedoor.event;

/**
 * Told every event, on the thread where it happened: slow listeners slow the job. Must be
 * thread-safe. What it throws is logged with the event and goes no further.
 */
@FunctionalInterface
public interface JobListener {
  void on(JobEvent event);
}
