package dev.stagedoor.handler;

/**
 * The user's code for one job type, called with many jobs at once. One instance serves all batches:
 * must be thread-safe.
 */
@FunctionalInterface
public interface BatchHandler<P> {
  /**
   * Does what is missing for each. Returning completes all of them. Where it throws, nothing of the
   * batch is taken for done but what {@link JobBatch#once} has committed; each of the others is
   * then handed to it alone, so that only the bad one fails. A serialization failure, a deadlock or
   * a lost connection is not the batch's fault, and fails all of them instead; so does the
   * time-out, which is one for the whole call. Each further attempt is made with a quarter as many
   * jobs, all of the same attempt.
   */
  void handle(JobBatch<P> batch) throws Exception;
}
