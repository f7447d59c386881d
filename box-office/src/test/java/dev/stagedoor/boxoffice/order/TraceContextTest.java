package dev.stagedoor.boxoffice.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.loop.Ids;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** W3C Trace Context, as far as a header of a service goes. */
class TraceContextTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String IDS = "-" + TRACE + "-00f067aa0ba902b7-";
  private static final Ids FIXED = () -> new UUID(0x1122334455667788L, 0x99aabbccddeeff00L);

  @ParameterizedTest
  @CsvSource({"00,01,01", "00,00,00", "00,ff,01", "00,02,00", "cc,01,01", "cc,01-what-is-new,01"})
  void aStepFurtherIsTheSameTraceAnotherParentAndTheFlagOfSampling(
      String version, String rest, String flags) {
    TraceContext given = TraceContext.read(version + IDS + rest).orElseThrow();

    assertThat(given.next(FIXED).traceparent())
        .isEqualTo("00-" + TRACE + "-99aabbccddeeff00-" + flags);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n",
      })
  void whatIsMalformedIsNone(String traceparent) {
    assertThat(TraceContext.read(traceparent)).isEmpty();
  }

  @Test
  void aNewTraceIsNotSampled() {
    assertThat(TraceContext.start(FIXED).traceparent())
        .isEqualTo("00-112233445566778899aabbccddeeff00-99aabbccddeeff00-00");
    assertThat(TraceContext.read(TraceContext.start(Ids.RANDOM).traceparent())).isPresent();
  }
}
