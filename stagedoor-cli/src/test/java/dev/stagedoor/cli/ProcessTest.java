package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own: its environment, its streams, its exit code. */
class ProcessTest {
  @TempDir private Path folder;

  @Test
  void theAddressAndThePasswordMayComeFromTheEnvironment() throws Exception {
    FreshDatabase database = FreshDatabase.migrated();
    String password = String.valueOf(database.source().getPassword());
    String url = database.url().replace(":" + password + "@", "@");

    CommandLines good =
        new OwnProcess(folder)
            .run(
                Map.of("STAGEDOOR_POSTGRES", url, "PGPASSWORD", password),
                "jobs",
                "list",
                "--json");
    CommandLines wrong =
        new OwnProcess(folder)
            .run(Map.of("STAGEDOOR_POSTGRES", url, "PGPASSWORD", "secret"), "jobs", "list");

    assertThat(good).isEqualTo(new CommandLines(0, "{\"v\":1,\"jobs\":[]}\n", ""));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).hasLineCount(1).contains("refuses user").doesNotContain("secret");
  }
}
