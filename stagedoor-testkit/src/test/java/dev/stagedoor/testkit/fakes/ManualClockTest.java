package dev.stagedoor.testkit.fakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.loop.Ticker;
import dev.stagedoor.testkit.contract.ClockContract;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ManualClockTest implements ClockContract {
  private final ManualClock clock = ManualClock.at(Instant.parse("2026-03-01T12:00:00Z"));

  @Override
  public Ticker ticker() {
    return clock;
  }

  @Override
  public InstantSource instants() {
    return clock;
  }

  @Override
  public void pass(Duration time) {
    clock.advance(time);
  }

  @Override
  public Duration tolerance() {
    return Duration.ZERO;
  }

  @Test
  void standsStillUntilToldOtherwise() {
    assertThat(clock.instant()).isEqualTo("2026-03-01T12:00:00Z");
    clock.advance(Duration.ofDays(1).plusNanos(1));
    assertThat(clock.instant()).isEqualTo("2026-03-02T12:00:00.000000001Z");
    assertThat(clock).hasToString("ManualClock at 2026-03-02T12:00:00.000000001Z");
  }

  @Test
  void doesNotGoBack() {
    assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-0.000000001S");
  }
}
