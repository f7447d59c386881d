package dev.stagedoor.testkit.zoo;

import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.world.World;

/**
 * A handler of any other queue, as a method: it has no fields that a second run could look into.
 */
@FunctionalInterface
interface Handler {
  void run(World world) throws Exception;

  static SecondRun<Void> secondRun(Handler handler) {
    return SecondRun.of(world -> () -> handler.run(world));
  }

  /** Another run is at it: this one is to come again. */
  @SuppressWarnings("serial")
  final class Held extends Exception {
    Held() {
      super("held by another run");
    }
  }
}
