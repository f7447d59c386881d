package dev.stagedoor.boxoffice.demo;

import java.util.EnumMap;
import java.util.Map;

/** How many faults of each kind are wanted. Immutable. */
record Asked(Map<FaultKind, Integer> counts) {
  Asked {
    counts = Map.copyOf(counts);
  }

  static Asked of(int kills, int slow, int relayCrashes, int timeouts, int redisWipes) {
    Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
    counts.put(FaultKind.KILLED, kills);
    counts.put(FaultKind.SLOW, slow);
    counts.put(FaultKind.PUBLISHED_TWICE, relayCrashes);
    counts.put(FaultKind.TIMEOUT, timeouts);
    counts.put(FaultKind.REDIS_WIPED, redisWipes);
    return new Asked(counts);
  }

  int of(FaultKind kind) {
    return counts.getOrDefault(kind, 0);
  }

  int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
