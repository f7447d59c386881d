package dev.stagedoor.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.chaos.scenario.Result;
import dev.stagedoor.chaos.scenario.Scenarios;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rule that is broken is noticed: otherwise the suite shows nothing. */
@Tag("kill")
final class BrokenTest {
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void isNoticed(Broken broken) throws Exception {
    List<Result> results = new ArrayList<>();

    int exit =
        Suite.run(
            ChaosOptions.of(Scenarios.named(broken.scenario()), 500, 0.6, 7, broken), results::add);

    assertThat(exit).as(results.toString()).isEqualTo(1);
  }
}
