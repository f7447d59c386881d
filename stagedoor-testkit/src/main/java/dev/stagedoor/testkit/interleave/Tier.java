package dev.stagedoor.testkit.interleave;

import org.jspecify.annotations.Nullable;

/**
 * Kinds of interleavings, in the order in which they are run: what is most likely to fail first.
 */
enum Tier {
  IN_TURN("one run after the other", 1.0),
  ALONE("one run and a fault", 1.0),
  LATE("one run and a fault, and a long time until it comes again", 0.25),
  FAULT_IN_TURN("a fault at each boundary, then another run", 0.6),
  TWO_RUNS("two runs", 0.4),
  ONE_FAULT("two runs and one fault", 0.6),
  TWO_FAULTS("two runs and two faults", 0.4),
  THREE_RUNS("three runs", 0.7);

  private final String words;
  private final double share;

  Tier(String words, double share) {
    this.words = words;
    this.share = share;
  }

  /** As reports say it. */
  String words() {
    return words;
  }

  /** How much of what is left it may use up. */
  double share() {
    return share;
  }

  /** The kind that it is of; null for none that is explored. */
  static @Nullable Tier of(int runs, int faults, int preemptions) {
    if (runs == 1) {
      return faults > 1 ? null : ALONE;
    }
    if (runs > 2) {
      return faults > 1 ? null : THREE_RUNS;
    }
    return switch (faults) {
      case 0 -> preemptions == 0 ? IN_TURN : TWO_RUNS;
      case 1 -> preemptions == 0 ? FAULT_IN_TURN : ONE_FAULT;
      case 2 -> TWO_FAULTS;
      default -> null;
    };
  }
}
