package dev.stagedoor.testkit.interleave;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How far an exploration goes. Immutable.
 *
 * @param interleavings at most
 * @param jumps how far the clock may jump, each a choice
 * @param seed of the random walks
 * @param stepNanos the longest that a step may take
 * @param redeliveries after which a job that is not completed is stuck
 * @param replayEach whether each interleaving is played a second time
 */
public record Limits(
    int interleavings,
    List<Duration> jumps,
    long seed,
    long stepNanos,
    int redeliveries,
    boolean replayEach) {

  /** What tests run with. */
  public static final Limits STANDARD =
      new Limits(500, List.of(Duration.ofMinutes(3)), 4471, TimeUnit.SECONDS.toNanos(5), 12, false);

  public Limits {
    jumps = List.copyOf(jumps);
    if (interleavings < 1) {
      throw new IllegalArgumentException(
          "at most " + interleavings + " interleavings: give 1 or more");
    }
    for (Duration jump : jumps) {
      if (jump.toSeconds() < 1) {
        throw new IllegalArgumentException("a clock jump of " + jump + ": give 1 s or more");
      }
    }
  }

  public Limits atMost(int number) {
    return new Limits(number, jumps, seed, stepNanos, redeliveries, replayEach);
  }

  public Limits withJumps(List<Duration> these) {
    return new Limits(interleavings, these, seed, stepNanos, redeliveries, replayEach);
  }

  public Limits withStepLimit(Duration longest) {
    if (longest.toMillis() < 1) {
      throw new IllegalArgumentException("a step limit of " + longest + ": give 1 ms or more");
    }
    return new Limits(interleavings, jumps, seed, longest.toNanos(), redeliveries, replayEach);
  }

  public Limits replayingEach() {
    return new Limits(interleavings, jumps, seed, stepNanos, redeliveries, true);
  }

  public Limits withSeed(long other) {
    return new Limits(interleavings, jumps, other, stepNanos, redeliveries, replayEach);
  }
}
