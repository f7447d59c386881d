package dev.stagedoor.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A model of numbered states, drawn by hand; 0 is the first. */
final class Toy implements Model<Integer> {
  private record Edge(int from, Kind kind, int to) {}

  private final List<Edge> edges = new ArrayList<>();
  private final Set<Integer> bad = new HashSet<>();
  private final Set<Integer> good = new HashSet<>();
  private final Set<Integer> clean = new HashSet<>();

  Toy step(int from, int to) {
    return step(from, Kind.PROGRESS, to);
  }

  Toy step(int from, Kind kind, int to) {
    edges.add(new Edge(from, kind, to));
    return this;
  }

  Toy bad(int state) {
    bad.add(state);
    return this;
  }

  Toy good(int state) {
    good.add(state);
    return this;
  }

  Toy clean(int state) {
    clean.add(state);
    return good(state);
  }

  @Override
  public Integer initial() {
    return 0;
  }

  @Override
  public void steps(Integer from, Steps<Integer> out) {
    for (Edge edge : edges) {
      if (edge.from() == from) {
        out.step(edge.kind(), "to $j", 0, edge.to(), edge.to());
      }
    }
  }

  @Override
  public long[] key(Integer state) {
    return new long[] {state};
  }

  @Override
  public Integer state(long[] key) {
    return (int) key[0];
  }

  @Override
  public @Nullable Property broken(Integer state) {
    return bad.contains(state) ? Property.APPLIED_TWICE : null;
  }

  @Override
  public boolean isGoodEnd(Integer state) {
    return good.contains(state);
  }

  @Override
  public boolean isCleanEnd(Integer state) {
    return clean.contains(state);
  }

  @Override
  public String show(Integer state) {
    return "at " + state;
  }
}
