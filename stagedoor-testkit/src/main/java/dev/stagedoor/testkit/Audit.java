package dev.stagedoor.testkit;

/**
 * What is looked at when a test has passed; each finding fails it. Of a test that failed nothing is
 * looked at: it may have stopped half-way.
 */
public enum Audit {
  /** Nothing. */
  OFF,

  /**
   * Nothing doubled: no job completed twice, no effect recorded twice, no completed job that is
   * still in the outbox. Nothing lost: no job whose row is gone and that was neither completed nor
   * cancelled. Nothing in limbo: no published job without an entry on the stream, no effect claimed
   * by a run that is over, no open transaction. No connection of {@link TestStagedoor#dataSource}
   * that was not closed, those of a connection pool apart.
   *
   * <p>Jobs that wait, are due, parked or dead are fine: a test may well end there.
   */
  STANDARD,

  /** The standard, and no job left in the outbox, whatever its state. */
  NOTHING_LEFT
}
