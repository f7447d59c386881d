package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.naive.Without;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DemoOptionsTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Test
  void theStandardIsAllRight() {
    assertThat(options(100, Asked.of(3, 2, 2, 2, 1), null, LIMIT).faults()).isEmpty();
    assertThat(options(1, Asked.of(0, 0, 0, 0, 0), null, LIMIT).faults()).isEmpty();
  }

  @Test
  void everyWrongNumberIsNamedWithItsMend() {
    assertThat(options(0, Asked.of(-1, 2, 1001, 2, 1), null, Duration.ZERO).faults())
        .containsExactly(
            "--orders 0: give 1 to 10000",
            "--kills -1: give 0 to 1000",
            "--relay-crashes 1001: give 0 to 1000",
            "--limit 0: give 1 second or more");
  }

  @Test
  void aNaiveHandlerIsNotRunWhereItsFaultIsNotAskedFor() {
    assertThat(options(10, Asked.of(0, 2, 2, 2, 1), Without.JOB_ID, LIMIT).faults())
        .containsExactly("--without jobId shows nothing without --kills 1 or more");
  }

  private static DemoOptions options(
      int orders, Asked asked, @Nullable Without without, Duration limit) {
    return new DemoOptions(orders, asked, 1, without, false, limit);
  }
}
