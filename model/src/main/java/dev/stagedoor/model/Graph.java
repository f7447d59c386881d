package dev.stagedoor.model;

import dev.stagedoor.model.Model.Kind;
import java.util.Arrays;
import java.util.BitSet;

/** The steps between numbered states, each an int: where it leads, and its kind. */
final class Graph {
  private static final Kind[] KINDS = Kind.values();
  private static final int KIND_BITS = 2;

  private int[] first = new int[1 << 12];
  private int[] edges = new int[1 << 14];
  private int states;
  private int size;

  /** The edges that follow leave the next state. */
  void nextState() {
    if (states + 2 > first.length) {
      first = Arrays.copyOf(first, 2 * first.length);
    }
    first[states++] = size;
    first[states] = size;
  }

  void add(int to, Kind kind) {
    if (size == edges.length) {
      edges = Arrays.copyOf(edges, size + size / 2);
    }
    edges[size++] = to << KIND_BITS | kind.ordinal();
    first[states] = size;
  }

  int size() {
    return size;
  }

  /** Whether steps of this kind lead nowhere from here. */
  boolean isStill(int state, Kind kind) {
    for (int i = first[state]; i < first[state + 1]; i++) {
      if (kind(edges[i]) == kind) {
        return false;
      }
    }
    return true;
  }

  private static Kind kind(int edge) {
    return KINDS[edge & ((1 << KIND_BITS) - 1)];
  }

  /**
   * From which states one of the ends can be reached by steps of one kind. Steps lead to higher
   * numbers more often than not, so going through them backwards a few times finds all.
   */
  BitSet reaching(BitSet ends, Kind kind) {
    BitSet reaching = (BitSet) ends.clone();
    boolean more = true;
    while (more) {
      more = false;
      for (int state = states - 1; state >= 0; state--) {
        if (!reaching.get(state) && leadsInto(reaching, state, kind)) {
          reaching.set(state);
          more = true;
        }
      }
    }
    return reaching;
  }

  private boolean leadsInto(BitSet set, int state, Kind kind) {
    for (int i = first[state]; i < first[state + 1]; i++) {
      if (kind(edges[i]) == kind && set.get(edges[i] >>> KIND_BITS)) {
        return true;
      }
    }
    return false;
  }
}
