package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.naive.Without;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a demo found out. Immutable.
 *
 * @param without the technique that was left out; null for none
 * @param quiet whether everything came to rest within the limit
 * @param secondRuns jobs that really ran or were delivered again, by the fault that caused it
 * @param uncovered faults that were asked for and did not take effect
 */
record Ledger(
    long seed,
    @Nullable Without without,
    boolean quiet,
    Totals totals,
    Asked asked,
    Map<FaultKind, Long> secondRuns,
    Absorbed absorbed,
    Verdict verdict,
    List<String> uncovered,
    double seconds,
    long workerRssMiB) {

  /** Effects counted, all orders together. */
  record Totals(
      long orders,
      long repeatedRequests,
      long ticketsRendered,
      long renders,
      long pdfObjects,
      long sendJobs,
      long emailsAccepted,
      long emailRequests,
      long seatsSold,
      long salesCounter,
      long deliveries,
      Payments payments) {}

  /**
   * In Payrail's own count.
   *
   * @param requestsRepeated that were answered from its table of keys
   */
  record Payments(long captured, long requests, long requestsRepeated) {}

  Ledger {
    secondRuns = Map.copyOf(secondRuns);
    uncovered = List.copyOf(uncovered);
  }

  long secondRuns(FaultKind kind) {
    return secondRuns.getOrDefault(kind, 0L);
  }

  /**
   * What the process ends with: 0 quiet, right and covered; 1 lost, doubled or otherwise wrong; 3
   * not quiet, or a fault that could not be placed. What is doubled stays so, quiet or not; what is
   * missing may only be late.
   */
  int exitCode() {
    if (verdict.doubled() > 0 || quiet && !verdict.right()) {
      return 1;
    }
    return quiet && uncovered.isEmpty() ? 0 : 3;
  }

  /** The asked kinds whose second runs fell short, in words. */
  static List<String> shortfalls(Asked asked, Map<FaultKind, Long> secondRuns) {
    List<String> list = new ArrayList<>();
    Map<FaultKind, Long> seen = new EnumMap<>(FaultKind.class);
    seen.putAll(secondRuns);
    for (FaultKind kind : FaultKind.values()) {
      long runs = seen.getOrDefault(kind, 0L);
      if (runs < asked.of(kind)) {
        list.add(kind.json() + ": " + runs + " of " + asked.of(kind));
      }
    }
    return list;
  }
}
