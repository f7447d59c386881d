package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What was asked for and could not be written was not done. */
class OutputTest {
  private static final Path FULL = Path.of("/dev/full");
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"jobs list", "jobs list --json", "migrate", "--help", "jobs list --help"})
  void aFullDiskIsTold(String command) throws Exception {
    assumeTrue(Files.exists(FULL));
    FreshDatabase database = FreshDatabase.migrated();

    CommandLines lost =
        new OwnProcess(folder)
            .run(
                Map.of("STAGEDOOR_POSTGRES", database.url()),
                Redirect.to(FULL.toFile()),
                command.split(" ", -1));

    assertThat(lost.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(lost.err()).hasLineCount(1).startsWith("stagedoor: standard output ");
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoFault() throws Exception {
    FreshDatabase database = FreshDatabase.migrated();

    CommandLines done =
        new OwnProcess(folder)
            .runIntoClosedPipe(Map.of("STAGEDOOR_POSTGRES", database.url()), "jobs", "list");

    assertThat(done).isEqualTo(new CommandLines(0, "", ""));
  }

  @Test
  void aWriterThatFailsIsTold() {
    StringWriter err = new StringWriter();
    CommandLine line = Commands.of(new StagedoorCommand());
    line.setOut(new PrintWriter(new Broken())).setErr(new PrintWriter(err));

    assertThat(Commands.run(line, "--help")).isEqualTo(ExitCode.BAD_USE);
    assertThat(err.toString()).hasLineCount(1);
  }

  private static final class Broken extends Writer {
    @Override
    public void write(char[] text, int from, int length) throws IOException {
      throw new IOException("full");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
