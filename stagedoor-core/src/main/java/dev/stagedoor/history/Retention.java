package dev.stagedoor.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long what has ended is kept. Immutable.
 *
 * <p>Jobs that are live, parked or dead are kept whatever this says, and with them their records
 * and causes, and the day of history in which their ids are; so are effects of which nobody knows
 * whether they happened.
 */
public final class Retention {
  private static final Duration SHORTEST = Duration.ofDays(1);
  private static final Duration LONGEST = Duration.ofDays(3650);

  /** History for seven days, done effects for good. */
  public static final Retention STANDARD = new Retention(Duration.ofDays(7), null);

  private final Duration keep;
  private final @Nullable Duration keepEffects;

  private Retention(Duration keep, @Nullable Duration keepEffects) {
    this.keep = keep;
    this.keepEffects = keepEffects;
  }

  /**
   * The standard with history kept for so long: what completed and was cancelled, causes of runs,
   * and the counts of minutes. Dropped by days (UTC), so a day more is kept at most.
   */
  public static Retention of(Duration keep) {
    return new Retention(keep, null);
  }

  /**
   * Done effects are forgotten so long after they were done, if their job has ended. <b>A job that
   * comes later and has an effect of the same kind and subject does it again</b>: give more than
   * any such job may be late. Rows in a table of your own stay, and with them what was done; what
   * stands beside them is forgotten: the provider's reference, and what a person has decided.
   */
  public Retention forgetEffectsAfter(Duration after) {
    return new Retention(keep, after);
  }

  Duration keep() {
    return keep;
  }

  Optional<Duration> keepEffects() {
    return Optional.ofNullable(keepEffects);
  }

  /** What is wrong with it, each with its mend; empty if nothing is. */
  public List<String> faults() {
    List<String> faults = new ArrayList<>();
    check(faults, "history", keep);
    keepEffects().ifPresent(after -> check(faults, "done effects", after));
    return List.copyOf(faults);
  }

  private static void check(List<String> faults, String what, Duration kept) {
    if (kept.compareTo(SHORTEST) < 0 || kept.compareTo(LONGEST) > 0) {
      faults.add(what + " kept for " + kept + ": give 1 to " + LONGEST.toDays() + " days");
    }
  }
}
