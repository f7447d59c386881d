package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Count;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.world.WrongUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An effect, by what counts.
 *
 * @param by how much it is to grow
 * @param isPutBack whether its count is the same at the start of each interleaving
 * @param query of a counter, whose tables only one run may write; empty for what is counted by
 *     itself
 */
public record Effect(String name, long by, boolean isPutBack, String query, Count count) {
  /** Where it is counted, as far as the test says so. */
  public enum Kind {
    ANY,
    ROWS,
    COUNTER,
    /** Not an effect: requests that came with other keys than one. */
    KEYS,
    /** Not an effect: requests that came without a key. */
    NO_KEYS
  }

  Kind kind() {
    if (!query.isEmpty()) {
      return Kind.COUNTER;
    }
    return isPutBack ? Kind.ROWS : Kind.ANY;
  }

  /**
   * What it counts now.
   *
   * @throws IllegalStateException naming the effect, if it cannot be counted
   */
  long counted(World world) {
    try {
      return count.in(world);
    } catch (WrongUse e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(
          "effect \"" + name + "\" cannot be counted: " + e.getMessage(), e);
    }
  }

  /** How often each has happened. */
  static Map<String, Long> counts(List<Effect> effects, World world) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Effect effect : effects) {
      counts.put(effect.name(), effect.counted(world));
    }
    return counts;
  }
}
