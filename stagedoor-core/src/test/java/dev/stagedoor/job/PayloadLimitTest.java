package dev.stagedoor.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PayloadLimitTest {
  private static final JobType<NoPayload> TYPE = JobType.of("render_tickets");

  @Test
  void countsBytesOfUtf8() {
    String full = "ü".repeat(PayloadLimit.BYTES / 2);
    assertThat(PayloadLimit.requireStorable(TYPE, full)).isSameAs(full);
    assertThat(PayloadLimit.requireStorable(TYPE, "😀".repeat(PayloadLimit.BYTES / 4)))
        .isNotEmpty();
    assertThatThrownBy(() -> PayloadLimit.requireStorable(TYPE, full + "x"))
        .isInstanceOf(PayloadRefused.class)
        .hasMessage(
            "the payload of render_tickets is 65537 bytes, the limit is 65536: store it elsewhere"
                + " and enqueue its key");
  }

  @Test
  void C75_nulAndHalfPairsAreRefused() {
    assertThatThrownBy(() -> PayloadLimit.requireStorable(TYPE, "a\0b"))
        .hasMessageContaining("NUL");
    for (String text : new String[] {"Eva\ud83d", "\ud83d\ud83d", "\ude00Eva", "\ude00\ud83d"}) {
      assertThatThrownBy(() -> PayloadLimit.requireStorable(TYPE, text))
          .isInstanceOf(PayloadRefused.class)
          .hasMessageContaining("half of a surrogate pair");
    }
  }
}
