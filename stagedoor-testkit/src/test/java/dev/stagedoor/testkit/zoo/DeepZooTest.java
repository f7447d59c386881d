package dev.stagedoor.testkit.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole zoo, with thousands of interleavings of what is built in, each of them played twice.
 */
@Tag("zoo")
class DeepZooTest {
  private static final int OF_RIGHT_ONES = 200;
  private static final int OF_BUILT_IN = 1_400;
  private static final int ENOUGH = 10_000;

  @Test
  void everyWrongOneIsFoundAndEveryRightOnePasses() throws IOException {
    try (Explored explored = new Explored(OF_RIGHT_ONES, OF_BUILT_IN, true)) {
      Specimen.all()
          .forEach(
              specimen ->
                  assertThat(explored.of(specimen).verdict())
                      .as(specimen + "\n" + explored.of(specimen).report())
                      .isEqualTo(specimen.expected()));
      Specimen.wrong()
          .forEach(wrong -> assertThat(explored.isReplayed(wrong)).as(wrong.toString()).isTrue());

      new ZooReport(explored).write();
      assertThat(explored.builtInInterleavings()).isGreaterThanOrEqualTo(ENOUGH);
      assertThat(explored.replaysIdentical())
          .isEqualTo(explored.replays())
          .isGreaterThanOrEqualTo(ENOUGH);
    }
  }
}
