package dev.stagedoor.testkit.world;

/** Something that is to be true of the world. */
@FunctionalInterface
public interface Check {
  /**
   * Whether it is true.
   *
   * @param world as it is from outside: nothing that is asked of it is a boundary
   * @throws Exception what asking throws; then there is no verdict, and the test fails with it
   */
  boolean holds(World world) throws Exception;
}
