package dev.stagedoor.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One short run of an executable: its exit code and what it printed. */
record Command(int exit, String output) {
  private static final File NOTHING = new File("/dev/null");

  /**
   * Runs to the end, in an own output file rather than a pipe: a server started by the command
   * would inherit the pipe, and its reader would wait for the server's end.
   *
   * @throws ServerStartException when the executable is missing or the limit passes
   */
  static Command run(List<String> line, Duration limit) {
    try {
      Path output = Files.createTempFile("stagedoor-", ".out");
      try {
        return run(line, limit, output);
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Command run(List<String> line, Duration limit, Path output) throws IOException {
    Process process = start(line, output);
    if (!await(process, limit)) {
      process.destroyForcibly();
      throw new ServerStartException(
          "%s did not end within %d s".formatted(line, limit.toSeconds()));
    }
    return new Command(process.exitValue(), Files.readString(output));
  }

  /** Starts the line with both outputs in the file; a missing executable is named. */
  static Process start(List<String> line, Path output) {
    try {
      return new ProcessBuilder(line)
          .redirectInput(NOTHING)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
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
