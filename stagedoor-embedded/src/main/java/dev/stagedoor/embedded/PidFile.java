package dev.stagedoor.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file in which a server keeps its process id, in the first line. */
final class PidFile {
  private PidFile() {}

  static ProcessHandle process(Path file) {
    try {
      long pid = Long.parseLong(Files.readAllLines(file).get(0).strip());
      return ProcessHandle.of(pid)
          .orElseThrow(
              () -> new ServerStartException("process " + pid + " of " + file + " is gone"));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      throw new ServerStartException("no process id in " + file + ": the server does not run", e);
    }
  }
}
