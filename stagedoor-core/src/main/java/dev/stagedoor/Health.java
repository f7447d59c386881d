package dev.stagedoor;

import java.util.List;

/**
 * How a process does its part, for probes and people.
 *
 * @param reasons why it is not up, the worst first; empty for up
 */
public record Health(Status status, List<String> reasons) {
  /** From bad to good. */
  public enum Status {
    /** It does no work: not started, closed, cut off, or every slot of a queue is stuck. */
    DOWN,
    /** It works, and something is to be looked at. */
    DEGRADED,
    /** It does what it is for. */
    UP
  }
}
