package dev.stagedoor.boxoffice.demo;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which deliveries are not the first of their job, and which fault each is due to. A job
 * counts once for each kind of fault. Not thread-safe.
 */
final class SecondRuns {
  private final Map<String, FaultKind> fates = new HashMap<>();
  private final Map<String, FaultKind> jobFates = new HashMap<>();
  private final Set<FaultKind> happened = new HashSet<>();
  private final Map<String, Integer> attempts = new HashMap<>();
  private final Map<FaultKind, Set<String>> jobs = new EnumMap<>(FaultKind.class);
  private long unexplained;

  /**
   * One hand-over of an entry.
   *
   * @param again flagged as published again
   * @param worker the consumer that it went to
   * @param from the consumer that it was taken over from; null if none
   */
  record Delivered(String job, int attempt, boolean again, String worker, @Nullable String from) {
    /** A worker that takes over its own entry has it in hand already: it does not run it again. */
    boolean toItself() {
      return worker.equals(from);
    }
  }

  /** What happened last to a consumer. */
  void struck(FaultKind kind, String consumer) {
    fates.put(consumer, kind);
  }

  void struckJob(FaultKind kind, String job) {
    jobFates.put(job, kind);
  }

  void struckAll(FaultKind kind) {
    happened.add(kind);
  }

  void delivered(Delivered delivered) {
    if (delivered.toItself()) {
      return;
    }
    Integer before = attempts.get(delivered.job());
    attempts.merge(delivered.job(), delivered.attempt(), Math::max);
    if (before == null && delivered.from() == null) {
      return; // the first, even where its entry was published again before anybody read it
    }
    if (before != null && delivered.attempt() > before && delivered.from() == null) {
      retried(delivered);
      return;
    }
    FaultKind cause = cause(delivered);
    if (cause == null) {
      unexplained++;
    } else {
      count(cause, delivered.job());
    }
  }

  /** A new attempt: due to a fault only where the job's own send was made to time out. */
  private void retried(Delivered delivered) {
    FaultKind fate = jobFates.get(delivered.job());
    if (fate == FaultKind.TIMEOUT) {
      count(fate, delivered.job());
    }
  }

  private @Nullable FaultKind cause(Delivered delivered) {
    if (delivered.from() != null) {
      return fates.get(delivered.from());
    }
    FaultKind publishing = delivered.again() ? FaultKind.REDIS_WIPED : FaultKind.PUBLISHED_TWICE;
    return happened.contains(publishing) ? publishing : null;
  }

  private void count(FaultKind kind, String job) {
    jobs.computeIfAbsent(kind, k -> new HashSet<>()).add(job);
  }

  boolean has(FaultKind kind, String job) {
    return jobs.getOrDefault(kind, Set.of()).contains(job);
  }

  /** A count for every kind. */
  Map<FaultKind, Long> counts() {
    Map<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      counts.put(kind, (long) jobs.getOrDefault(kind, Set.of()).size());
    }
    return counts;
  }

  long unexplained() {
    return unexplained;
  }
}
