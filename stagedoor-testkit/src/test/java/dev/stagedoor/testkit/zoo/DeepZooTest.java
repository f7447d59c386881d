package dev.stagedoor.testkit.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.Exploration;
import dev.stagedoor.testkit.interleave.Verdict;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The techniques that are built in, by thousands of interleavings. */
@Tag("deep")
class DeepZooTest {
  private static final Explored EXPLORED = new Explored(2_000);

  @TestFactory
  Stream<DynamicTest> theBuiltInTechniquesHold() {
    return Specimen.all().stream()
        .filter(Specimen::isBuiltIn)
        .map(specimen -> DynamicTest.dynamicTest(specimen.toString(), () -> holds(specimen)));
  }

  private static void holds(Specimen specimen) {
    Exploration said = EXPLORED.of(specimen);
    assertThat(said.verdict()).as(said.report()).isEqualTo(Verdict.ONCE);
  }

  @AfterAll
  static void report() throws IOException {
    assertThat(EXPLORED.builtInInterleavings()).isGreaterThanOrEqualTo(10_000);
    new ZooReport(EXPLORED).write("zoo-deep");
  }
}
