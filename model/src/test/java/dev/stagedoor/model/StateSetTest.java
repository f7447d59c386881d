package dev.stagedoor.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StateSetTest {
  private static long[] key(int i) {
    return new long[] {i, (long) i << 40};
  }

  @Test
  void numbersKeysInTheirOrderAndKnowsThemAgain() {
    StateSet set = new StateSet(2);
    for (int i = 0; i < 200_000; i++) {
      assertThat(set.add(key(i))).isEqualTo(i);
    }

    assertThat(set.size()).isEqualTo(200_000);
    assertThat(set.add(key(77_777))).isEqualTo(77_777);
    assertThat(set.get(123_456)).isEqualTo(key(123_456));
    assertThat(set.size()).isEqualTo(200_000);
  }

  @Test
  void tellsKeysApartThatDifferInOneWord() {
    StateSet set = new StateSet(2);

    for (int i = 0; i < 50_000; i++) {
      assertThat(set.add(new long[] {1, i})).isEqualTo(i);
    }
    assertThat(set.size()).isEqualTo(50_000);
  }
}
