package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Variables in the place of options: a wrong one is named, an empty one is none. */
class EnvironmentTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"migrate", "jobs list"})
  void aWrongVariableIsNamed(String command) throws Exception {
    CommandLines refused =
        new OwnProcess(folder).run(Map.of("STAGEDOOR_POSTGRES", "garbage"), command.split(" ", -1));

    assertThat(refused.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(refused.err())
        .hasLineCount(1)
        .startsWith("stagedoor: STAGEDOOR_POSTGRES: PostgreSQL URL \"garbage\" cannot be read")
        .doesNotContain("--postgres");
  }

  @Test
  void anEmptyVariableIsNone() throws Exception {
    CommandLines refused =
        new OwnProcess(folder).run(Map.of("STAGEDOOR_POSTGRES", ""), "jobs", "list");

    assertThat(refused.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(refused.err()).hasLineCount(1).contains("no PostgreSQL is named");
  }

  @ParameterizedTest
  @ValueSource(strings = {"migrate", "jobs list"})
  void whatNeedsNoRedisReadsNone(String command) throws Exception {
    FreshDatabase database = FreshDatabase.migrated();

    CommandLines done =
        new OwnProcess(folder)
            .run(
                Map.of("STAGEDOOR_REDIS", "garbage", "STAGEDOOR_POSTGRES", database.url()),
                command.split(" ", -1));
    CommandLines help = CommandLines.run((command + " --help").split(" ", -1));

    assertThat(done.exit()).as(done.toString()).isZero();
    assertThat(help.out()).contains("--postgres").doesNotContainIgnoringCase("redis");
  }
}
