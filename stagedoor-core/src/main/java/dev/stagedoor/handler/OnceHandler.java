package dev.stagedoor.handler;

import dev.stagedoor.tx.Tx;

/**
 * A handler whose whole effect is inside the database: effect, record and completion commit
 * together or not at all.
 */
@FunctionalInterface
public interface OnceHandler<P> {
  void handle(JobRun<P> run, Tx tx) throws Exception;
}
