package dev.stagedoor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BitsTest {
  @Test
  void readsWhatWasWritten() {
    Bits out = Bits.writing(4);
    for (int i = 0; i < 40; i++) {
      out.between(-1, i % 8 - 1, 6);
      out.flag(i % 3 == 0);
    }

    long[] words = out.words();

    assertThat(words).hasSize(3);
    Bits in = Bits.reading(words);
    for (int i = 0; i < 40; i++) {
      assertThat(in.between(-1, 0, 6)).isEqualTo(i % 8 - 1);
      assertThat(in.flag(false)).isEqualTo(i % 3 == 0);
    }
  }

  @Test
  void aValueThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> Bits.writing(1).between(0, 4, 3)).hasMessage("4 is not below 4");
  }
}
