package dev.stagedoor.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class MainTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return Main.run(new PrintStream(printed, true, UTF_8), arguments);
  }

  @Test
  void exploresScenariosByPartOfTheirName() {
    assertThat(run("scenarios", "three")).isZero();
    assertThat(printed.toString(UTF_8)).matches("three workers +\\d.* states .* holds\n");
  }

  @Test
  void showsWhatARuleIsMissedFor() {
    assertThat(run("rules", "R7")).isZero();
    assertThat(printed.toString(UTF_8))
        .startsWith("R7 SWEEP: without it, old marks are not asked about.\n")
        .contains("    4. ! entry 1 is lost\n", "With it:", "holds\n");
  }

  @Test
  void anythingElseIsAnsweredWithTheUsage() {
    assertThat(run("scenario")).isEqualTo(2);
    assertThat(printed.toString(UTF_8)).startsWith("scenarios [part of a name]");
  }
}
