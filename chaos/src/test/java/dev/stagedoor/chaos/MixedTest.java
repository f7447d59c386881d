package dev.stagedoor.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.chaos.scenario.Result;
import dev.stagedoor.chaos.scenario.Scenarios;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short version of every scenario: all kinds of faults in turn, on one crew. */
@Tag("mixed")
final class MixedTest {
  private static final long SEED = 20_261_130;

  @Test
  void whateverDiesNothingIsLostAndNothingDoubled() throws Exception {
    List<Result> results = new ArrayList<>();

    int exit =
        Suite.run(
            ChaosOptions.of(Scenarios.named("mixed"), 1_500, 1.95, SEED, Broken.NOTHING),
            results::add);

    assertThat(results).hasSize(1);
    Result result = results.get(0);
    assertThat(result.problems()).isEmpty();
    assertThat(List.of(result.jobs(), result.lost(), result.doubled()))
        .containsExactly(1_500L, 0L, 0L);
    assertThat(result.kills()).isPositive();
    assertThat(result.wipes()).isPositive();
    assertThat(result.restarts()).isPositive();
    assertThat(exit).isZero();
  }
}
