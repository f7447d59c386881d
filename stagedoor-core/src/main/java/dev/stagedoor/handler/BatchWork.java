package dev.stagedoor.handler;

import java.util.List;

/** The effects of many jobs in one transaction. Called again where the database asks for that. */
@FunctionalInterface
public interface BatchWork<P, X extends Exception> {
  /**
   * @param fresh at least one, in the order of their ids
   */
  void in(BatchTx tx, List<JobRun<P>> fresh) throws X;
}
