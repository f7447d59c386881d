package dev.stagedoor.testkit.contract;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.time.InstantSource;

/** What a clock's contract suite must be given: both kinds of time of one clock. */
public interface ClockFixture {
  /** Elapsed time. */
  Ticker ticker();

  /** The time of day. */
  InstantSource instants();

  /** Lets at least this much time pass, by moving the clock or by waiting. */
  void pass(Duration time);

  /** How much the suite lets pass at once: hours where time is moved, milliseconds where not. */
  default Duration step() {
    return Duration.ofHours(1);
  }

  /** How much more may pass than was asked for: zero where time stands still in between. */
  default Duration tolerance() {
    return Duration.ofMinutes(1);
  }
}
