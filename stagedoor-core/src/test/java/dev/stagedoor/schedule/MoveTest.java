package dev.stagedoor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a schedule comes to that nobody looked at for a while: nothing but times. */
class MoveTest {
  private static final Instant MIDNIGHT = Instant.parse("2026-05-01T00:00:00Z");
  private static final Timing HOURLY = new Interval(Duration.ofHours(1));

  private static Instant after(Duration time) {
    return MIDNIGHT.plus(time);
  }

  private static Instant hour(int hour) {
    return after(Duration.ofHours(hour));
  }

  private static Move move(Missed missed, Duration away) {
    return Move.of(HOURLY, missed, MIDNIGHT, after(away));
  }

  @ParameterizedTest
  @EnumSource
  void nothingCame(Missed missed) {
    assertThat(move(missed, Duration.ofMinutes(59)).ticks()).isEmpty();
    assertThat(move(missed, Duration.ofMinutes(59)).lastTick()).isEqualTo(MIDNIGHT);
    assertThat(move(missed, Duration.ofMinutes(59)).nextTick()).isEqualTo(hour(1));
  }

  @ParameterizedTest
  @EnumSource
  void oneCameJustNow(Missed missed) {
    for (Duration away : new Duration[] {Duration.ofHours(1), Duration.ofMinutes(61)}) {
      Move move = move(missed, away);
      assertThat(move.ticks()).containsExactly(hour(1));
      assertThat(move.lastTick()).isEqualTo(hour(1));
      assertThat(move.nextTick()).isEqualTo(hour(2));
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneCameMoreThanAMinuteAgo(Missed missed) {
    Move move = move(missed, Duration.ofMinutes(61).plusMillis(1));
    assertThat(move.ticks()).hasSize(missed == Missed.SKIP ? 0 : 1);
    assertThat(move.lastTick()).isEqualTo(hour(1));
    assertThat(move.nextTick()).isEqualTo(hour(2));
  }

  @ParameterizedTest
  @EnumSource
  void fiveCame(Missed missed) {
    Move move = move(missed, Duration.ofMinutes(5 * 60 + 30));
    switch (missed) {
      case ONCE -> assertThat(move.ticks()).containsExactly(hour(5));
      case SKIP -> assertThat(move.ticks()).isEmpty();
      case ALL ->
          assertThat(move.ticks()).containsExactly(hour(1), hour(2), hour(3), hour(4), hour(5));
    }
    assertThat(move.lastTick()).isEqualTo(hour(5));
    assertThat(move.nextTick()).isEqualTo(hour(6));
  }

  @ParameterizedTest
  @EnumSource
  void oneOfFiveCameJustNow(Missed missed) {
    Move move = move(missed, Duration.ofHours(5));
    assertThat(move.ticks()).hasSize(missed == Missed.ALL ? 5 : 1).endsWith(hour(5));
  }

  @ParameterizedTest
  @EnumSource
  void moreCameThanATransactionTakes(Missed missed) {
    Move move = move(missed, Duration.ofHours(2_500));
    int taken = missed == Missed.ALL ? Move.MOST : 2_500;
    assertThat(move.ticks().size()).isLessThanOrEqualTo(Move.MOST);
    assertThat(move.lastTick()).isEqualTo(hour(taken));
    assertThat(move.nextTick()).isEqualTo(hour(taken + 1));
  }

  @ParameterizedTest
  @EnumSource
  void theDatabasesClockWentBack(Missed missed) {
    Move move = move(missed, Duration.ofHours(-3));
    assertThat(move.ticks()).isEmpty();
    assertThat(move.lastTick()).isEqualTo(MIDNIGHT);
    assertThat(move.nextTick()).isEqualTo(hour(1));
  }
}
