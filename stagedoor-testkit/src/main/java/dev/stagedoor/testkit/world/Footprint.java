package dev.stagedoor.testkit.world;

import java.util.HashSet;
import java.util.Set;

/**
 * What a step may read and write of what runs share: tables, providers, streams. Two steps whose
 * footprints do not meet commute, and only one order of them is run. Immutable.
 *
 * @param unknown whether it may touch anything: such a step meets every other that touches anything
 */
public record Footprint(Set<String> reads, Set<String> writes, boolean unknown) {
  /** Touches nothing that is shared. */
  public static final Footprint NOTHING = new Footprint(Set.of(), Set.of(), false);

  /** May touch anything. */
  public static final Footprint UNKNOWN = new Footprint(Set.of(), Set.of(), true);

  /** What the job's stream holds. */
  public static final Footprint STREAM = writing("the stream");

  public Footprint {
    reads = Set.copyOf(reads);
    writes = Set.copyOf(writes);
  }

  /** Writes this one thing. */
  public static Footprint writing(String what) {
    return new Footprint(Set.of(), Set.of(what), false);
  }

  /** What both touch together. */
  public Footprint and(Footprint other) {
    return new Footprint(
        union(reads, other.reads), union(writes, other.writes), unknown || other.unknown);
  }

  /** What is left of it when the transaction ends: what it held locked, changed and now shows. */
  public Footprint ended() {
    return new Footprint(Set.of(), writes, unknown);
  }

  /** Whether the order of the two may matter. */
  public boolean meets(Footprint other) {
    if (isNothing() || other.isNothing()) {
      return false;
    }
    return unknown
        || other.unknown
        || writes.stream().anyMatch(w -> other.writes.contains(w) || other.reads.contains(w))
        || reads.stream().anyMatch(other.writes::contains);
  }

  /** Whether it touches nothing that is shared. */
  boolean isNothing() {
    return !unknown && reads.isEmpty() && writes.isEmpty();
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    if (a.isEmpty()) {
      return b;
    }
    Set<String> all = new HashSet<>(a);
    all.addAll(b);
    return all;
  }
}
