package dev.stagedoor.boxoffice.demo;

/** What is done to the processes of a demo. */
enum FaultKind {
  /** SIGKILL of a worker process between the work and the acknowledgement. */
  KILLED("killed", "worker killed"),
  /** SIGSTOP of a worker process past the reclaim time, SIGCONT after the twin has begun. */
  SLOW("slow", "worker stopped, then continued"),
  /** SIGKILL of the relay process between publishing and marking. */
  PUBLISHED_TWICE("publishedTwice", "relay killed"),
  /** The provider does the work, and its answer comes too late. */
  TIMEOUT("timeout", "send timed out"),
  /** Redis forgets everything. */
  REDIS_WIPED("redisWiped", "Redis wiped");

  private final String json;
  private final String words;

  FaultKind(String json, String words) {
    this.json = json;
    this.words = words;
  }

  /** Its name in the ledger's JSON. */
  String json() {
    return json;
  }

  /** For a person. */
  String words() {
    return words;
  }
}
