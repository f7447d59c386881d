package dev.stagedoor.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ticks that lie on a grid from the epoch (1970-01-01T00:00Z), so that all processes agree on it
 * without talking.
 */
record Interval(Duration every) implements Timing {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  /** Why there is no such interval; empty if there is. */
  static Optional<String> fault(Duration every) {
    boolean fits = every.compareTo(SHORTEST) >= 0 && every.compareTo(LONGEST) <= 0;
    return fits && every.getNano() % 1_000_000 == 0
        ? Optional.empty()
        : Optional.of("every " + every + ": give whole milliseconds, from 1 s to 366 days");
  }

  @Override
  public String kind() {
    return "every";
  }

  @Override
  public String expression() {
    return every.toString();
  }

  @Override
  public @Nullable String zoneId() {
    return null;
  }

  @Override
  public Instant next(Instant after) {
    long step = every.toMillis();
    return Instant.ofEpochMilli((Math.floorDiv(after.toEpochMilli(), step) + 1) * step);
  }
}
