package dev.stagedoor.model;

import dev.stagedoor.model.Model.Kind;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Visits every state that can be reached, the nearest first, so that the first violation found is
 * one of those with the fewest steps. When no safety property is broken, asks of every state
 * whether an end stays reachable by progress alone: no fault, and no stopped process that wakes.
 */
final class Search<S> {
  private final Model<S> model;
  private final int limit;
  private final StateSet states;
  private final Graph graph = new Graph();
  private int[] parents = new int[1 << 12];
  private int current = -1;
  private int violating = -1;

  /**
   * @param limit states; a model with more ends the search with an exception
   */
  Search(Model<S> model, int limit) {
    this.model = model;
    this.limit = limit;
    this.states = new StateSet(model.key(model.initial()).length);
  }

  /** What was found. */
  record Found<S>(Search<S> by, @Nullable Property violated, int state) {
    int states() {
      return by.states.size();
    }

    int steps() {
      return by.graph.size();
    }

    /** The most steps that a state is away from the first. */
    int depth() {
      return by.distance(states() - 1);
    }

    /** Keys of the states from the first to the one where it shows. */
    long[][] path() {
      return by.path(state);
    }
  }

  Found<S> run() {
    reach(model.initial());
    for (current = 0; current < states.size() && violating < 0; current++) {
      graph.nextState();
      S from = model.state(states.get(current));
      if (model.broken(from) == null) {
        model.steps(from, this::take);
      }
    }
    if (violating >= 0) {
      return new Found<>(this, model.broken(model.state(states.get(violating))), violating);
    }
    return ends();
  }

  private void take(Kind kind, String text, int actor, int object, S to) {
    int number = reach(to);
    if (number != current) {
      graph.add(number, kind);
    }
  }

  private int reach(S state) {
    int before = states.size();
    int number = states.add(model.key(state));
    if (number == before) {
      remember(number);
      if (violating < 0 && model.broken(state) != null) {
        violating = number;
      }
    }
    return number;
  }

  private void remember(int number) {
    if (number >= limit) {
      throw new IllegalStateException("more than " + limit + " states");
    }
    if (number == parents.length) {
      parents = Arrays.copyOf(parents, 2 * number);
    }
    parents[number] = current;
  }

  private Found<S> ends() {
    BitSet good = new BitSet(states.size());
    BitSet clean = new BitSet(states.size());
    for (int i = 0; i < states.size(); i++) {
      S state = model.state(states.get(i));
      good.set(i, model.isGoodEnd(state));
      clean.set(i, model.isCleanEnd(state));
    }
    int lost = without(graph.reaching(good, Kind.PROGRESS));
    if (lost >= 0) {
      return new Found<>(this, Property.NOTHING_LOST, lost);
    }
    int left = without(graph.reaching(clean, Kind.PROGRESS));
    return left >= 0
        ? new Found<>(this, Property.NOTHING_LEFT, left)
        : new Found<>(this, null, states.size() - 1);
  }

  /**
   * A state that is not among these; -1 if there is none. What is wrong shows best where nothing
   * happens any more, or else, where all goes round for ever, far from the beginning.
   */
  private int without(BitSet reaching) {
    int first = reaching.nextClearBit(0);
    for (int i = first; i < states.size(); i = reaching.nextClearBit(i + 1)) {
      if (graph.isStill(i, Kind.PROGRESS)) {
        return i;
      }
    }
    return reaching.previousClearBit(states.size() - 1);
  }

  private int distance(int state) {
    int steps = 0;
    for (int i = state; parents[i] >= 0; i = parents[i]) {
      steps++;
    }
    return steps;
  }

  private long[][] path(int state) {
    long[][] path = new long[distance(state) + 1][];
    for (int i = state, at = path.length - 1; at >= 0; i = parents[i], at--) {
      path[at] = states.get(i);
    }
    return path;
  }
}
