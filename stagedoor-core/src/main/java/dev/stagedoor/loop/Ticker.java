package dev.stagedoor.loop;

/**
 * The one seam for elapsed time in this process: monotonic nanoseconds with no meaning of their
 * own.
 *
 * <p>Ownership, due times and staleness are never judged by it: those are the database's clock. It
 * bounds what this process does by itself: time-outs, heartbeats, polls. Thread-safe.
 */
@FunctionalInterface
public interface Ticker {
  /** The monotonic clock of this JVM. */
  Ticker SYSTEM = System::nanoTime;

  /** Nanoseconds from an arbitrary origin; only differences mean anything. */
  long nanos();
}
