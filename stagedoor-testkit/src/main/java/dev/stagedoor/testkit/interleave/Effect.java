package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.World;

/**
 * An effect, by what counts.
 *
 * @param by how much it is to grow
 * @param query of a counter, whose tables only one run may write; empty for what is counted by
 *     itself
 */
public record Effect(String name, long by, String query, Measure measure) {
  /** Counts it. */
  @FunctionalInterface
  public interface Measure {
    long of(World world) throws Exception;
  }
}
