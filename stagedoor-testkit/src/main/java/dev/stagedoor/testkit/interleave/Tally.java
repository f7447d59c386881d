package dev.stagedoor.testkit.interleave;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How many interleavings of each kind were run, and of how many. */
final class Tally {
  private final Map<Tier, Integer> done = new EnumMap<>(Tier.class);
  private final Map<Tier, Integer> open = new EnumMap<>(Tier.class);
  private final int boundaries;
  private final Fingerprint fingerprint = new Fingerprint();
  private final Map<Verdict, String> allowed;
  private final Map<Verdict, Integer> passedOver = new EnumMap<>(Verdict.class);
  private int random;
  private int replays;
  private long seed;

  /**
   * @param allowed verdicts that are no failures, and why
   */
  Tally(int boundaries, Map<Verdict, String> allowed) {
    this.boundaries = boundaries;
    this.allowed = allowed;
  }

  void did(Tier tier) {
    done.merge(tier, 1, Integer::sum);
  }

  void leftOpen(Tier tier, int branches) {
    open.put(tier, branches);
  }

  void walked(long seed) {
    random++;
    this.seed = seed;
  }

  /** What happened in one of them. */
  void went(Trace trace) {
    fingerprint.add(trace.signature());
    trace.findings().stream()
        .map(Finding::verdict)
        .filter(allowed::containsKey)
        .distinct()
        .forEach(verdict -> passedOver.merge(verdict, 1, Integer::sum));
  }

  String fingerprint() {
    return fingerprint.toString();
  }

  void replayed() {
    replays++;
  }

  int replays() {
    return replays;
  }

  int total() {
    return done.values().stream().mapToInt(Integer::intValue).sum() + random;
  }

  /** One line: which kinds are exhaustive, and of about how many the others are. */
  String words() {
    List<String> parts = new ArrayList<>();
    for (Tier tier : Tier.values()) {
      int n = done.getOrDefault(tier, 0);
      if (n > 0) {
        parts.add(
            tier.words()
                + ": "
                + (open.containsKey(tier) ? ofHowMany(tier, n) : n)); // left with a failure
      }
    }
    if (random > 0) {
      parts.add(random + " at random, seed " + seed);
    }
    passedOver.forEach(
        (verdict, n) -> parts.add(verdict + " in " + n + ", allowed: " + allowed.get(verdict)));
    return String.join("; ", parts);
  }

  private String ofHowMany(Tier tier, int n) {
    return open.getOrDefault(tier, 0) == 0
        ? "all " + n
        : "bounded, " + n + " of about " + about(tier, n);
  }

  /**
   * Orders of the runs' boundaries, each with the faults at every place: commuting ones counted.
   */
  private String about(Tier tier, int n) {
    double b = boundaries;
    double two = orders(boundaries, 2);
    double all =
        switch (tier) {
          case ALONE, LATE, IN_TURN, FAULT_IN_TURN -> n;
          case TWO_RUNS -> two;
          case ONE_FAULT -> two * 2 * b;
          case TWO_FAULTS -> two * 2 * b * b;
          case THREE_RUNS -> orders(boundaries, 3);
        };
    return rounded(Math.max(all, n + open.getOrDefault(tier, 0)));
  }

  private static double orders(int boundaries, int runs) {
    double orders = 1;
    for (int i = 1; i <= boundaries * (runs - 1); i++) {
      orders *= (boundaries + i) / (double) i;
    }
    return runs == 2 ? orders : orders * orders(boundaries, 2);
  }

  private static String rounded(double number) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(number)) - 1));
    double two = Math.round(number / unit) * unit;
    return two < 1e6
        ? String.format(java.util.Locale.ROOT, "%,.0f", two)
        : String.format(java.util.Locale.ROOT, "%,.0f million", two / 1e6);
  }
}
