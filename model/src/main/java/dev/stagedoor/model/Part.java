package dev.stagedoor.model;

import dev.stagedoor.model.Model.Kind;
import dev.stagedoor.model.Model.Steps;

/** Some of the protocol's steps. */
abstract class Part {
  final Scenario scenario;
  final World world;

  Part(World world) {
    this.world = world;
    this.scenario = world.scenario();
  }

  /** Tells the steps of this part that can be taken from a state, and leaves that as it is. */
  abstract void from(State state, Steps<State> out);

  boolean holds(Rule rule) {
    return scenario.holds(rule);
  }

  /** A copy with one less of this fault left. */
  static State spend(State state, Fault fault) {
    State next = state.copy();
    next.left[fault.ordinal()]--;
    return next;
  }

  static void progress(Steps<State> out, String text, int actor, int object, State to) {
    out.step(Kind.PROGRESS, text, actor, object, to);
  }

  static void fault(Steps<State> out, String text, int actor, int object, State to) {
    out.step(Kind.FAULT, text, actor, object, to);
  }
}
