package dev.stagedoor.testkit.interleave;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How far an exploration goes. Immutable.
 *
 * @param interleavings at most
 * @param jumpsGiven how far the clock may jump, each a choice; null: see {@link #jumps}
 * @param seed of the random walks
 * @param stepNanos the longest that a step may take
 * @param redeliveries after which a job that is not completed is stuck
 * @param replayEach whether each interleaving is played a second time
 */
public record Limits(
    int interleavings,
    @Nullable List<Duration> jumpsGiven,
    long seed,
    long stepNanos,
    int redeliveries,
    boolean replayEach) {

  /** The system property that says how many interleavings are run where a test says nothing. */
  public static final String INTERLEAVINGS = "stagedoor.interleavings";

  private static final String STANDARD_INTERLEAVINGS = "500";

  /** Past the reclaim time, and past the age at which a claim may be taken over. */
  private static final Duration JUMP = Duration.ofMinutes(3);

  public Limits {
    jumpsGiven = jumpsGiven == null ? null : List.copyOf(jumpsGiven);
    if (interleavings < 1) {
      throw new IllegalArgumentException(
          "at most " + interleavings + " interleavings: give 1 or more");
    }
    for (Duration jump : jumpsGiven == null ? List.<Duration>of() : jumpsGiven) {
      if (jump.toSeconds() < 1) {
        throw new IllegalArgumentException("a clock jump of " + jump + ": give 1 s or more");
      }
    }
  }

  /**
   * What tests run with that say nothing.
   *
   * @throws IllegalArgumentException if the system property {@link #INTERLEAVINGS} is no number
   */
  public static Limits standard() {
    String asked = System.getProperty(INTERLEAVINGS, STANDARD_INTERLEAVINGS);
    try {
      return new Limits(
          Integer.parseInt(asked), null, 4471, TimeUnit.SECONDS.toNanos(5), 12, false);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "-D" + INTERLEAVINGS + "=" + asked + ": give a number, such as 500", e);
    }
  }

  /**
   * How far the clock may jump: what was given, or the standard jump and one past the longest life
   * of a provider's keys.
   */
  List<Duration> jumps(List<Duration> keyLives) {
    if (jumpsGiven != null) {
      return jumpsGiven;
    }
    return keyLives.stream()
        .max(Duration::compareTo)
        .filter(life -> life.compareTo(JUMP) >= 0)
        .map(life -> List.of(JUMP, life.plus(JUMP)))
        .orElse(List.of(JUMP));
  }

  public Limits atMost(int number) {
    return new Limits(number, jumpsGiven, seed, stepNanos, redeliveries, replayEach);
  }

  public Limits withJumps(List<Duration> these) {
    return new Limits(interleavings, these, seed, stepNanos, redeliveries, replayEach);
  }

  public Limits withStepLimit(Duration longest) {
    if (longest.toMillis() < 1) {
      throw new IllegalArgumentException("a step limit of " + longest + ": give 1 ms or more");
    }
    return new Limits(interleavings, jumpsGiven, seed, longest.toNanos(), redeliveries, replayEach);
  }

  public Limits replayingEach() {
    return new Limits(interleavings, jumpsGiven, seed, stepNanos, redeliveries, true);
  }

  public Limits withSeed(long other) {
    return new Limits(interleavings, jumpsGiven, other, stepNanos, redeliveries, replayEach);
  }
}
