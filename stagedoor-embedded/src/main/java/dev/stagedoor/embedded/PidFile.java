package dev.stagedoor.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The file in which a server keeps its process id, in the first line. */
final class PidFile {
  private static final Duration POLL = Duration.ofMillis(5);

  private PidFile() {}

  /**
   * The process that the file names, if it still is the server: one whose command line names the
   * server's directory. The id of a killed server may be another process's by now.
   */
  static Optional<ProcessHandle> find(Path file, Path directory) {
    return Files.exists(file)
        ? ProcessHandle.of(pid(file)).filter(process -> names(process, directory))
        : Optional.empty();
  }

  /** The same; a server that does not run is an error. */
  static ProcessHandle process(Path file, Path directory) {
    return find(file, directory)
        .orElseThrow(() -> new ServerStartException("the server of " + file + " does not run"));
  }

  /** Waits for the end of a process that was asked to end, at most this long. */
  static void awaitEnd(ProcessHandle process, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (process.isAlive() && !isZombie(process) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Ended but not reaped, which in a container without an init it never is. */
  private static boolean isZombie(ProcessHandle process) {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      String line = Files.readString(stat);
      return line.startsWith("Z", line.lastIndexOf(')') + 2);
    } catch (IOException goneOrNoLinux) {
      return false;
    }
  }

  private static boolean names(ProcessHandle process, Path directory) {
    return process.info().commandLine().orElse("").contains(directory.toString());
  }

  private static long pid(Path file) {
    try {
      return Long.parseLong(Files.readAllLines(file).get(0).strip());
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      throw new ServerStartException("no process id in " + file, e);
    }
  }
}
