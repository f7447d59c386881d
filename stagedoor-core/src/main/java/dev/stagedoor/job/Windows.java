package dev.stagedoor.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The windows of time that the guarantees rest on, checked together before anything starts.
 * Immutable.
 *
 * @param reclaim an entry that nobody extended for this long is handed to another worker
 * @param heartbeat how often a worker extends what it holds; at most a third of {@code reclaim}
 * @param staleAfter a claim older than this may be taken over; more than twice {@code sendTimeout}
 * @param sendTimeout the longest that one call of a provider may take
 * @param handlerTimeout the longest that one run may take before it counts as failed
 * @param retry the budget of a job whose handler says nothing else
 * @param sweep how often marks that may be wrong are looked at without any suspicion
 * @param drain how long a closing worker waits for its runs
 */
public record Windows(
    Duration reclaim,
    Duration heartbeat,
    Duration staleAfter,
    Duration sendTimeout,
    Duration handlerTimeout,
    RetryPolicy retry,
    Duration sweep,
    Duration drain) {

  /** What production runs with unless it says otherwise. */
  public static final Windows STANDARD =
      new Windows(
          Duration.ofSeconds(60),
          Duration.ofSeconds(15),
          Duration.ofMinutes(2),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5),
          RetryPolicy.STANDARD,
          Duration.ofSeconds(30),
          Duration.ofSeconds(25));

  /**
   * All of these divided by one factor, maximum age apart: for demonstrations and tests, which
   * should not take hours.
   *
   * @throws IllegalArgumentException if the factor is below 1
   */
  public Windows dividedBy(int factor) {
    if (factor < 1) {
      throw new IllegalArgumentException("windows divided by " + factor + ": give 1 or more");
    }
    RetryPolicy shorter =
        new RetryPolicy(
            retry.maxFailures(),
            retry.firstDelay().dividedBy(factor),
            retry.maxDelay().dividedBy(factor),
            retry.maxAge());
    return new Windows(
        reclaim.dividedBy(factor),
        heartbeat.dividedBy(factor),
        staleAfter.dividedBy(factor),
        sendTimeout.dividedBy(factor),
        handlerTimeout.dividedBy(factor),
        shorter,
        sweep.dividedBy(factor),
        drain.dividedBy(factor));
  }

  /** The same windows with another sweep. */
  public Windows withSweep(Duration every) {
    return new Windows(
        reclaim, heartbeat, staleAfter, sendTimeout, handlerTimeout, retry, every, drain);
  }

  /** The same windows with another retry budget. */
  public Windows withRetry(RetryPolicy budget) {
    return new Windows(
        reclaim, heartbeat, staleAfter, sendTimeout, handlerTimeout, budget, sweep, drain);
  }

  /** The same windows with another handler time-out. */
  public Windows withHandlerTimeout(Duration timeout) {
    return new Windows(reclaim, heartbeat, staleAfter, sendTimeout, timeout, retry, sweep, drain);
  }

  /** Every unsafe pair, each naming both values and the mend; empty if the set is safe. */
  public List<String> faults() {
    List<String> faults = new ArrayList<>();
    positive(faults, "reclaim", reclaim);
    positive(faults, "heartbeat", heartbeat);
    positive(faults, "sendTimeout", sendTimeout);
    positive(faults, "handlerTimeout", handlerTimeout);
    positive(faults, "sweep", sweep);
    if (drain.isNegative()) {
      faults.add("drain is " + drain + ": give zero or more");
    }
    if (reclaim.compareTo(heartbeat.multipliedBy(3)) < 0) {
      faults.add(
          "reclaim is "
              + reclaim
              + " and heartbeat "
              + heartbeat
              + ": reclaim must be at least three heartbeats, or a late one costs a second run");
    }
    if (staleAfter.compareTo(sendTimeout.multipliedBy(2)) <= 0) {
      faults.add(
          "staleAfter is "
              + staleAfter
              + " and sendTimeout "
              + sendTimeout
              + ": staleAfter must be more than twice sendTimeout, or a claim goes stale while its"
              + " owner still sends");
    }
    return List.copyOf(faults);
  }

  private static void positive(List<String> faults, String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      faults.add(name + " is " + value + ": give more than zero");
    }
  }
}
