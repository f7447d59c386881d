package dev.stagedoor.handler;

/** The user's code for one job type. One instance serves all runs at once: must be thread-safe. */
@FunctionalInterface
public interface JobHandler<P> {
  /**
   * Does what is missing. Returning completes the job; throwing counts as a failure, unless it is
   * {@code RetryLater} or {@code DeadLetter}. May be called again for the same job at any time,
   * also while another call is under way in another process.
   */
  void handle(JobRun<P> run) throws Exception;
}
