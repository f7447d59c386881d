package dev.stagedoor.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ParseResult;

/** Whether what a command wrote has arrived: the writers keep their faults to themselves. */
final class Output {
  private static final Path STANDARD = Path.of("/dev/stdout");
  private static final int KIND = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  private Output() {}

  /**
   * Whether something was lost. A reader that has seen enough and closed its pipe loses nothing.
   */
  static boolean isLost(ParseResult parsed) {
    // First, or what a writer still holds would meet the closed pipe after it was asked about.
    parsed.asCommandLineList().forEach(line -> line.getOut().flush());
    if (System.out.checkError()) {
      return !isPipe();
    }
    return parsed.asCommandLineList().stream().anyMatch(line -> line.getOut().checkError());
  }

  /**
   * By what it is: that a pipe was closed, only the words of the error would tell, in any language.
   * Where the system can't say, it is taken for a file.
   */
  private static boolean isPipe() {
    try {
      int kind = (Integer) Files.getAttribute(STANDARD, "unix:mode") & KIND;
      return kind == PIPE || kind == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }
}
