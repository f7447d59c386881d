package dev.stagedoor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JobId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TickIdTest {
  private static final Instant TICK = Instant.parse("2026-03-29T01:00:00Z");

  @Test
  void isAUuid7OfTheTicksTime() {
    JobId id = TickId.mint("report", TICK);
    assertThat(id.value().version()).isEqualTo(7);
    assertThat(id.value().variant()).isEqualTo(2);
    assertThat(id.value().getMostSignificantBits() >>> 16).isEqualTo(TICK.toEpochMilli());
  }

  @Test
  void isTheSameForTheSameTickAndNeverForAnother() {
    JobId id = TickId.mint("report", TICK);
    assertThat(TickId.mint("report", TICK)).isEqualTo(id);
    assertThat(TickId.mint("reports", TICK)).isNotEqualTo(id);
    assertThat(TickId.mint("report", TICK.plusMillis(1))).isNotEqualTo(id);
    assertThat(TickId.mintRunNow("report", TICK)).isNotEqualTo(id);
  }
}
