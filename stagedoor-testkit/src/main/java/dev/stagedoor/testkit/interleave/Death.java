package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Boundary;
import dev.stagedoor.testkit.world.Clients;
import java.util.List;

/** A run in a process of its own, up to its death. */
@FunctionalInterface
public interface Death {
  /** A boundary of it. */
  record Passed(Boundary.Kind kind, String label, String detail) {}

  /**
   * Lets it run and kills it.
   *
   * @param clients the models that it is to call
   * @return the boundaries that it came to; at the last it was killed
   */
  List<Passed> die(Clients clients) throws Exception;
}
