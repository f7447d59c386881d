package dev.stagedoor.testkit.world;

/** How often an effect has happened. */
@FunctionalInterface
public interface Count {
  /**
   * Counts it, from its beginning or from any other, as long as that stays the same.
   *
   * @param world as it is from outside: nothing that is asked of it is a boundary
   * @throws Exception what asking throws; then there is no verdict, and the test fails with it
   */
  long in(World world) throws Exception;
}
