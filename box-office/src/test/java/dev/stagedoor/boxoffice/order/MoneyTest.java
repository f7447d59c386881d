package dev.stagedoor.boxoffice.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MoneyTest {
  @Test
  void isWholeMinorUnitsOfAKnownCurrencyWithinBounds() {
    assertThat(Money.of(5000, "EUR")).hasToString("5000 minor units of EUR");
    assertThat(Money.of(0, "JPY").isNothing()).isTrue();
    assertThat(Money.of(Money.MOST, "EUR").minor()).isEqualTo(1_000_000_000_000L);
    assertThatThrownBy(() -> Money.of(-1, "EUR")).hasMessageContaining("-1: give 0 to");
    assertThatThrownBy(() -> Money.of(Money.MOST + 1, "EUR")).hasMessageContaining("give 0 to");
    assertThatThrownBy(() -> Money.of(1, "ZZZ")).isInstanceOf(IllegalArgumentException.class);
  }
}
