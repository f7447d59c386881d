package dev.stagedoor.boxoffice.sandbox;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * @param parent the process to follow to its end; null: the end of standard input
 */
record SandboxArguments(int port, @Nullable Long parent) {
  /** Reads them, or says in one line what is wrong and exits with 2. */
  static SandboxArguments read(String[] args) {
    int port = 0;
    Long parent = null;
    for (int i = 0; i < args.length; i += 2) {
      long value = number(args[i], i + 1 < args.length ? args[i + 1] : "nothing");
      switch (args[i]) {
        case "--port" -> port = port(value);
        case "--parent" -> parent = value;
        default -> throw refuse(args[i] + " is unknown: use [--port N] [--parent PID]");
      }
    }
    return new SandboxArguments(port, parent);
  }

  /** Returns when whoever started us is gone. */
  void awaitEndOfParent() throws IOException {
    if (parent == null) {
      System.in.transferTo(java.io.OutputStream.nullOutputStream());
      return;
    }
    Optional<ProcessHandle> process = ProcessHandle.of(parent);
    process.ifPresent(p -> p.onExit().join());
  }

  private static int port(long value) {
    if (value > 65_535) {
      throw refuse("--port " + value + ": give 0 (any) to 65535");
    }
    return (int) value;
  }

  private static long number(String option, String value) {
    if (!value.matches("[0-9]{1,10}")) {
      throw refuse(option + " " + value + ": give a whole number");
    }
    return Long.parseLong(value);
  }

  @SuppressWarnings("SystemExitOutsideMain") // read by main alone, before anything has started
  private static Error refuse(String message) {
    System.err.println(message);
    System.exit(2);
    return new AssertionError(message);
  }
}
