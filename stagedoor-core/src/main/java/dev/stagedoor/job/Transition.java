package dev.stagedoor.job;

/**
 * The table of states: every way in which a job's row may change, and who may write it. A row is
 * {@code live}, {@code parked} or {@code dead}; gone means completed or cancelled. The SQL that
 * writes each stands in the outbox and relay packages; events name the transition they tell of, and
 * a test fails on one that is never visited.
 */
public enum Transition {
  ENQUEUE("-", "live", "anyone, in the caller's transaction; scheduler, for a tick"),
  PUBLISH("live", "live", "relay, holding the row's lock"),
  REDELIVER(
      "live",
      "live",
      "worker, before it runs an entry that it reclaimed or that says published again"),
  COMPLETE("live", "gone", "worker"),
  COMPLETE_AGAIN("live", "live", "worker, where the unique key was enqueued again"),
  RETRY("live", "live", "worker or its watchdog, after a counted failure"),
  RETRY_LATER("live", "live", "worker, not a failure"),
  RELEASE("live", "live", "worker that does not know the type"),
  HAND_BACK("live", "live", "worker that stops"),
  PARK("live", "parked", "worker, where only a person can decide"),
  DIE("live", "dead", "worker or its watchdog"),
  REDRIVE("dead or parked", "live", "operator"),
  RUN_NOW("live", "live", "operator, where the job was waiting"),
  CANCEL("live, dead or parked", "gone", "anyone, in the caller's transaction");

  private final String from;
  private final String to;
  private final String writer;

  Transition(String from, String to, String writer) {
    this.from = from;
    this.to = to;
    this.writer = writer;
  }

  public String from() {
    return from;
  }

  public String to() {
    return to;
  }

  public String writer() {
    return writer;
  }
}
