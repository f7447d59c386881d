package dev.stagedoor.testkit.world;

/** One run of a handler of any queue: returns when it is done, throws when it is to come again. */
@FunctionalInterface
public interface Work {
  void run() throws Exception;
}
