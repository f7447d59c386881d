package dev.stagedoor.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Ends this process's servers when this process can no longer do it itself: after SIGKILL, {@code
 * Runtime.halt} or a crash. One guard a process, started with its first server, gone with its last.
 *
 * <p>The guard is a {@code sh} script of its own process ({@code guard.sh}): 1 MB, started in
 * milliseconds, and it needs nothing that a machine with PostgreSQL lacks; a second JVM would cost
 * 40 MB and half a second. It does not watch our process id, it reads from a pipe whose other end
 * only we hold. The kernel closes that when we end, so the guard wakes at once rather than at the
 * next poll, and there is no id that a new process could have taken over meanwhile.
 *
 * <p>It is told nothing about single servers: each has a directory in the guard's directory from
 * before its start until after its end. So there is no moment at which a server runs and the guard
 * doesn't know, and what the guard ends is exactly what the pid files in there name, after looking
 * whether that process still is a server on that directory.
 *
 * <p>What it cannot do: end the servers when it is killed along with us (a container stopped, a
 * whole control group killed: the servers die of the same).
 */
final class ServerGuard {
  private static final AtomicLong NUMBERS = new AtomicLong();
  private static @Nullable ServerGuard current;

  private final List<Path> places;
  private final Set<Path> homes = new HashSet<>();
  private Process process;

  private ServerGuard(List<Path> places) {
    this.places = places;
    this.process = startScript(places);
  }

  /** A new path for a server's directory, guarded as soon as it is made. */
  static synchronized Path newHome(String kind) {
    return guard().home(kind, 0);
  }

  /** The same in memory, where there is room: for what is thrown away at the end of a test run. */
  static synchronized Path newHomeInMemory(String kind) {
    ServerGuard guard = guard();
    return guard.home(kind, guard.places.size() - 1);
  }

  /** Also starts the script again should somebody have killed it. */
  private static ServerGuard guard() {
    ServerGuard guard = current;
    if (guard == null) {
      guard = new ServerGuard(Directories.places());
      current = guard;
    } else if (!guard.process.isAlive()) {
      guard.process = startScript(guard.places);
    }
    return guard;
  }

  private Path home(String kind, int place) {
    Path home = places.get(place).resolve(kind + "-" + NUMBERS.incrementAndGet());
    homes.add(home);
    return home;
  }

  /** Removes the directory of a server that has ended; the last one ends the guard. */
  static synchronized void release(Path home) {
    try {
      Directories.delete(home);
      if (current != null && current.homes.remove(home) && current.homes.isEmpty()) {
        current.process.getOutputStream().close();
        current = null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + home, e);
    }
  }

  /** The guard's own process, while there is one. */
  static synchronized @Nullable ProcessHandle process() {
    return current == null ? null : current.process.toHandle();
  }

  private static Process startScript(List<Path> places) {
    Path script = places.get(0).resolve("guard.sh");
    List<String> line = new ArrayList<>(List.of("/bin/sh", script.toString()));
    places.forEach(place -> line.add(place.toString()));
    try (InputStream source = ServerGuard.class.getResourceAsStream("guard.sh")) {
      Objects.requireNonNull(source, "guard.sh is not on the class path");
      Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
      return new ProcessBuilder(OwnSession.of(line))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the guard of the embedded servers", e);
    }
  }
}
