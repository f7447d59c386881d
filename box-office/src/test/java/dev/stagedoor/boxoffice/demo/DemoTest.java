package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.naive.Without;
import dev.stagedoor.cli.ServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real thing, small: real processes, real signals. */
@Tag("deep")
@Timeout(600)
class DemoTest {
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  @Test
  void oneOfEachFaultAndEveryEffectHappensOnce() throws Exception {
    Ledger ledger = run(12, Asked.of(1, 1, 1, 1, 1), null);

    assertThat(ledger.exitCode()).as(LedgerText.of(ledger)).isZero();
    assertThat(ledger.totals().orders()).isEqualTo(12);
    assertThat(ledger.totals().emailsAccepted()).isEqualTo(12);
    assertThat(ledger.totals().payments().captured()).isEqualTo(12);
    assertThat(ledger.totals().payments().requestsRepeated()).isPositive();
    assertThat(ledger.totals().salesCounter()).isEqualTo(ledger.totals().seatsSold());
    for (FaultKind kind : FaultKind.values()) {
      assertThat(ledger.secondRuns(kind)).as(kind.json()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(Without.class)
  void withoutATechniqueSomethingHappensTwiceAndTheOrderIsNamed(Without without) throws Exception {
    Ledger ledger = run(12, Asked.of(1, 1, 0, 1, 0), without);

    assertThat(ledger.exitCode()).as(LedgerText.of(ledger)).isEqualTo(1);
    assertThat(ledger.verdict().doubled()).isPositive();
    assertThat(ledger.verdict().problems()).anyMatch(line -> line.matches("orders? \\d+.*: .*"));
  }

  private Ledger run(int orders, Asked asked, @Nullable Without without) throws Exception {
    DemoOptions options =
        new DemoOptions(orders, asked, 1, without, false, Duration.ofSeconds(300));
    Workplace place = Workplace.make();
    try {
      return Demo.run(
          options,
          new ServerOptions(),
          Progress.on(new PrintStream(told, true, StandardCharsets.UTF_8)),
          place);
    } finally {
      place.remove();
    }
  }
}
