package dev.stagedoor.testkit.world;

/** Makes the handler of one run, out of what that run sees of the world. */
@FunctionalInterface
public interface PerRun<H> {
  H in(World world) throws Exception;
}
