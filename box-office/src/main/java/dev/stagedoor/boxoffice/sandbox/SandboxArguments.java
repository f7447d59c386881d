package dev.stagedoor.boxoffice.sandbox;

import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The command line of a sandbox's process: {@code [--port N] [--parent PID] [--keys-live SECONDS]}.
 *
 * @param parent the process to follow to its end; null: the end of standard input
 * @param keysLive how long a key is remembered after its first request; a day unless said
 */
record SandboxArguments(int port, @Nullable Long parent, Duration keysLive) {
  /** Starts a sandbox. */
  @FunctionalInterface
  interface Start<S> {
    S start() throws IOException;
  }

  /** Reads them, or says in one line what is wrong and exits with 2. */
  static SandboxArguments read(String[] args) {
    int port = 0;
    Long parent = null;
    Duration keysLive = KeyTable.STANDARD_LIFE;
    for (int i = 0; i < args.length; i += 2) {
      long value = number(args[i], i + 1 < args.length ? args[i + 1] : "nothing");
      switch (args[i]) {
        case "--port" -> port = port(value);
        case "--parent" -> parent = value;
        case "--keys-live" -> keysLive = Duration.ofSeconds(value);
        default ->
            throw refuse(
                args[i] + " is unknown: use [--port N] [--parent PID] [--keys-live SECONDS]");
      }
    }
    return new SandboxArguments(port, parent, keysLive);
  }

  /**
   * Runs a sandbox until whoever started it is gone, and ends this process. Prints {@code READY}
   * and its address as one line.
   */
  @SuppressWarnings("SystemExitOutsideMain") // called by main alone, as the last thing it does
  <S extends AutoCloseable> void run(Start<S> start, Function<S, URI> address) {
    try (S sandbox = start.start()) {
      System.out.println("READY " + address.apply(sandbox));
      System.out.flush();
      awaitEndOfParent();
    } catch (BindException e) {
      System.err.println("port " + port + " is taken: give another with --port");
      System.exit(2);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
    System.exit(0);
  }

  /** Returns when whoever started us is gone. */
  private void awaitEndOfParent() throws IOException {
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
