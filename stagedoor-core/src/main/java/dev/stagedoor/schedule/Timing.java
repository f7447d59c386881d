package dev.stagedoor.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a schedule ticks. Immutable; the same on every JVM with the same time zone data. */
interface Timing {
  /** As stored. */
  String kind();

  /** As stored. */
  String expression();

  /** As stored; null where no zone matters. */
  @Nullable String zoneId();

  /** The first tick after this instant. */
  Instant next(Instant after);

  /** The newest tick after {@code low} and not after {@code high}, found by halving. */
  default Optional<Instant> newest(Instant low, Instant high) {
    Optional<Instant> newest = Optional.empty();
    Instant from = low;
    Instant to = high;
    while (from.isBefore(to)) {
      Instant middle = from.plus(Duration.between(from, to).dividedBy(2));
      Instant next = next(middle);
      if (next.isAfter(high)) {
        to = middle; // no tick in between
      } else {
        newest = Optional.of(next);
        from = next;
      }
    }
    return newest;
  }
}
