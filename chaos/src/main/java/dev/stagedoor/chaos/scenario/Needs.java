package dev.stagedoor.chaos.scenario;

import dev.stagedoor.chaos.work.Work;
import dev.stagedoor.embedded.RedisOptions;
import java.time.Duration;

/**
 * What a scenario runs on. Immutable.
 *
 * @param wired whether processes reach their servers through wires that can be broken
 * @param twins whether a run may have a twin though nobody stopped its process: not where every
 *     process can reach its stream
 * @param keysLive how long the provider keeps keys
 * @param work how long tasks take
 */
record Needs(
    int workers,
    int relays,
    boolean wired,
    boolean twins,
    RedisOptions redis,
    Duration keysLive,
    Work work) {
  /** Three workers, a relay, an append-only Redis, and no twin of a healthy run. */
  static final Needs STANDARD =
      new Needs(
          3, 1, false, false, RedisOptions.inMemory().appendOnly(), Duration.ofDays(1), Work.SHORT);

  Needs crew(int otherWorkers, int otherRelays) {
    return new Needs(otherWorkers, otherRelays, wired, twins, redis, keysLive, work);
  }

  Needs onWires() {
    return new Needs(workers, relays, true, twins, redis, keysLive, work);
  }

  /** Where processes are cut off from the stream, or it forgets who had what. */
  Needs withTwins() {
    return new Needs(workers, relays, wired, true, redis, keysLive, work);
  }

  Needs keysLive(Duration life) {
    return new Needs(workers, relays, wired, twins, redis, life, work);
  }

  Needs work(Work other) {
    return new Needs(workers, relays, wired, twins, redis, keysLive, other);
  }
}
