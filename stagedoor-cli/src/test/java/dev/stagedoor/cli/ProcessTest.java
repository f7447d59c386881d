package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
        run(Map.of("STAGEDOOR_POSTGRES", url, "PGPASSWORD", password), "jobs", "list", "--json");
    CommandLines wrong =
        run(Map.of("STAGEDOOR_POSTGRES", url, "PGPASSWORD", "secret"), "jobs", "list");

    assertThat(good).isEqualTo(new CommandLines(0, "{\"v\":1,\"jobs\":[]}\n", ""));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).hasLineCount(1).contains("refuses user").doesNotContain("secret");
  }

  private CommandLines run(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            StagedoorCommand.class.getName());
    builder.command().addAll(List.of(args));
    builder.environment().putAll(environment);
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the command did not end within 60 s");
    }
    return new CommandLines(process.exitValue(), read(out), read(err));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
