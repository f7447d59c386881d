package dev.stagedoor.redis;

/**
 * The names of our keys. The installation id is their hash tag: all are in one slot, and two
 * installations on one server know nothing of each other.
 */
record Keys(String installation) {
  /** The stream of a queue. */
  String stream(String queue) {
    return prefix() + "queue:" + queue;
  }

  /** A hash: queue, and the id at which its stream was made. */
  String born() {
    return prefix() + "born";
  }

  /** A string: the epoch, and what the server looked like when it began. */
  String epoch() {
    return prefix() + "epoch";
  }

  /** What all our keys begin with, and nobody else's. */
  String prefix() {
    return "stagedoor:{" + installation + "}:";
  }
}
