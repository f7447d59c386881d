package dev.stagedoor.loop;

/**
 * One step of a loop, called again and again by whoever owns the thread: a {@link DutyLoop} in
 * production, the test itself in a test. Not thread-safe unless an implementation says so.
 */
@FunctionalInterface
public interface Duty {
  /**
   * Does what can be done now and returns.
   *
   * @return how much was done; 0 lets the loop wait before the next step
   * @throws Exception anything: the loop reports it and goes on
   */
  int runOnce() throws Exception;
}
