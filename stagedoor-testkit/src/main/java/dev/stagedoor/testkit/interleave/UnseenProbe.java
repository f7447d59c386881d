package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Boundary;
import dev.stagedoor.testkit.world.Side;
import dev.stagedoor.testkit.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Counts the effects after each boundary's effect and before the next boundary, of a run that is
 * alone: what changes in between went out by a path that the kit does not see. Called on the run's
 * thread while nobody else moves.
 */
final class UnseenProbe implements Stage.Probe {
  private final List<Effect> effects;
  private final World outside;
  private final Side side;
  private final List<Finding> findings = new ArrayList<>();
  private Map<String, Long> last;
  private String since = "the start";
  private boolean labelled;

  UnseenProbe(List<Effect> effects, World outside, Side side) throws Exception {
    this.effects = effects;
    this.outside = outside;
    this.side = side;
    this.last = count();
  }

  @Override
  public void before(Boundary boundary) {
    look("between " + since + " and " + boundary.label());
    since = boundary.label();
    labelled = boundary.kind() == Boundary.Kind.LABEL;
  }

  @Override
  public void after() {
    try {
      last = count();
    } catch (Exception e) {
      throw new IllegalStateException("counting effects failed: " + e, e);
    }
  }

  /** After the last boundary. */
  void ended() {
    look("after " + since);
  }

  private void look(String where) {
    try {
      count().forEach((name, count) -> compare(name, count, where));
      if (side.hasStranger()) {
        findings.add(
            Finding.of(
                Verdict.UNSEEN_CONNECTION,
                "the database was used through a connection that World.dataSource() did not give",
                where));
      }
    } catch (Exception e) {
      throw new IllegalStateException("counting effects failed: " + e, e);
    }
  }

  private void compare(String name, long count, String where) {
    if (count != last.getOrDefault(name, 0L) && !labelled) { // its effect comes after the label
      findings.add(
          new Finding(
              Verdict.UNSEEN_EFFECT,
              "effect \"" + name + "\" happened where the kit sees no boundary",
              name,
              Effect.Kind.ANY,
              count,
              where));
    }
  }

  private Map<String, Long> count() throws Exception {
    return Effect.counts(effects, outside);
  }

  List<Finding> findings() {
    return findings;
  }
}
