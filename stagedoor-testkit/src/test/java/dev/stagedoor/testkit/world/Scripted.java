package dev.stagedoor.testkit.world;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A run whose death, or lost reply, comes at the first boundary whose label begins so. */
final class Scripted implements Stops {
  final List<String> boundaries = new ArrayList<>();
  final Set<String> committed = new HashSet<>();
  private final String diesAt;
  private final String losesAt;
  private boolean dead;

  private Scripted(String diesAt, String losesAt) {
    this.diesAt = diesAt;
    this.losesAt = losesAt;
  }

  static Scripted lives() {
    return new Scripted("nowhere", "nowhere");
  }

  static Scripted diesAt(String label) {
    return new Scripted(label, "nowhere");
  }

  static Scripted losesAt(String label) {
    return new Scripted("nowhere", label);
  }

  @Override
  public Order reach(Boundary boundary) {
    dead |= boundary.label().startsWith(diesAt);
    if (dead) {
      throw new Crash(boundary.label());
    }
    boundaries.add(boundary.label());
    return boundary.label().startsWith(losesAt) ? Order.LOSE : Order.GO;
  }

  @Override
  public void committed(Set<String> tables) {
    committed.addAll(tables);
  }

  @Override
  public boolean isDead() {
    return dead;
  }
}
