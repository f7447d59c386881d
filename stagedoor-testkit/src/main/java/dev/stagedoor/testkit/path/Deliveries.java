package dev.stagedoor.testkit.path;

import dev.stagedoor.testkit.world.SeenWorld;
import dev.stagedoor.testkit.world.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of one job in one interleaving. For the stage's thread; the work that they give is
 * done on the run's.
 */
public interface Deliveries {
  /**
   * One of the deliveries that are there at the same time; null if there is nothing to deliver.
   *
   * @param run the name of the run, which is its process
   * @param reclaimed whether it takes the entry over from the run before
   */
  @Nullable Work next(String run, SeenWorld world, boolean reclaimed) throws Exception;

  /** A delivery after all others have ended; null if there is nothing to deliver. */
  @Nullable Work again(String run, SeenWorld world) throws Exception;

  /** Whether the job is at rest, after these ends of runs since the last question. */
  boolean isQuiet(List<End> lately) throws Exception;

  /** Why it will never be delivered again although it was not completed; null if it will. */
  @Nullable GivenUp givenUp() throws Exception;

  /**
   * The end of a job that was not completed.
   *
   * @param asPromised whether the clock has gone so far that no more was promised: the job is older
   *     than it may become, or the provider has forgotten the key and a person is to decide
   */
  record GivenUp(String why, boolean asPromised) {}

  /**
   * Whether a run has acknowledged, while another has not: if both had the same message, it will
   * not come again.
   */
  default boolean mayBeGone() {
    return false;
  }

  /** Whether {@link #wipe} can be played. */
  default boolean canBeWiped() {
    return false;
  }

  /** Loses what was published and is not settled. */
  default void wipe() {}
}
