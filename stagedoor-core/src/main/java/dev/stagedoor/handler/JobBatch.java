package dev.stagedoor.handler;

import java.util.List;

/** Many runs in one call of a handler. Belongs to the thread that the handler was called on. */
public interface JobBatch<P> {
  /** At least one, ordered by job id, and no job twice. */
  List<JobRun<P>> runs();

  /**
   * Effects inside the database of all that are wanted and not done, in one transaction: effects,
   * records and completions commit together or not at all. Rows of Stagedoor's are locked in the
   * order of the job ids; lock your own in an order, too, or two batches may wait for each other.
   *
   * @return how many were fresh; the others are complete, cancelled or rewritten, and left out
   * @throws IllegalStateException if called twice: the first call has completed the jobs
   */
  <X extends Exception> int once(BatchWork<P, X> work) throws X;
}
