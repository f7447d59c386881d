package dev.stagedoor.embedded;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One short run of an executable: its exit code and what it printed. */
record Command(int exit, String output) {
  private static final File NOTHING = new File("/dev/null");

  /**
   * Runs to the end. The output is read afterwards, what there is of it by then: a server that the
   * command started could hold the pipe open for ever. More than 64 KB would block the command.
   *
   * @throws ServerStartException when the executable is missing or the limit passes
   */
  static Command run(List<String> line, Duration limit) {
    Process process = start(line, ProcessBuilder.Redirect.PIPE);
    if (!await(process, limit)) {
      process.destroyForcibly();
      throw new ServerStartException(
          "%s did not end within %d s".formatted(line, limit.toSeconds()));
    }
    try (InputStream in = process.getInputStream()) {
      String output = new String(in.readNBytes(in.available()), StandardCharsets.UTF_8);
      return new Command(process.exitValue(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the line with both outputs to one place; a missing executable is named. */
  static Process start(List<String> line, ProcessBuilder.Redirect output) {
    try {
      return new ProcessBuilder(line)
          .redirectInput(NOTHING)
          .redirectErrorStream(true)
          .redirectOutput(output)
          .start();
    } catch (IOException e) {
      throw new ServerStartException("cannot run %s: %s".formatted(line.get(0), e.getMessage()), e);
    }
  }

  private static boolean await(Process process, Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new ServerStartException("interrupted while waiting for " + process.info(), e);
    }
  }

  /** Fails with the last printed line unless the command ended with 0. */
  Command orFail(String what) {
    if (exit != 0) {
      throw new ServerStartException("%s (exit code %d): %s".formatted(what, exit, lastLine()));
    }
    return this;
  }

  private String lastLine() {
    List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1).strip();
  }
}
