package dev.stagedoor.boxoffice.process;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.loop.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A process of ours, seen from outside: told things by lines on its standard input, heard by lines
 * of its standard output. It ends when its standard input does. Thread-safe.
 */
public final class Child {
  private final String name;
  private final Process process;
  private final CompletableFuture<JsonNode> ready = new CompletableFuture<>();
  private final Set<String> consumers = new TreeSet<>();
  private volatile boolean endWanted;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Follows a started process.
   *
   * @param record where the lines are kept
   * @param heard told each line, one at a time
   */
  public static Child follow(
      String name, Process process, Path record, BiConsumer<Child, JsonNode> heard) {
    Child child = new Child(name, process);
    Threads.platform("hears-" + name, () -> child.listen(record, heard)).start();
    return child;
  }

  private void listen(Path record, BiConsumer<Child, JsonNode> heard) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        Writer kept = Files.newBufferedWriter(record)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        kept.write(line + "\n");
        JsonNode said = read(line);
        if (said != null) {
          hear(said, heard);
        }
      }
    } catch (IOException e) {
      // a killed process: what it said is told, and its end is told below
    } finally {
      ready.completeExceptionally(new IllegalStateException(name + " ended while it started"));
    }
  }

  private void hear(JsonNode said, BiConsumer<Child, JsonNode> heard) {
    if (said.path("worker").isString()) {
      consumer(said.path("worker").asString());
    }
    if (said.path(Voice.EVENT).asString("").equals(Voice.READY)) {
      ready.complete(said);
    }
    heard.accept(this, said);
  }

  /** Null for a line cut short by a SIGKILL. */
  private static @Nullable JsonNode read(String line) {
    try {
      return Json.readObject(line.getBytes(StandardCharsets.UTF_8));
    } catch (ProblemException cut) {
      return null;
    }
  }

  private synchronized void consumer(String consumer) {
    consumers.add(consumer);
  }

  /** The names under which it reads the stream, as far as it was heard. */
  public synchronized Set<String> consumers() {
    return Set.copyOf(consumers);
  }

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** What it said when it was ready; fails if it ended before that. */
  public CompletableFuture<JsonNode> ready() {
    return ready;
  }

  /** Told; what a process that has just ended did not hear does not matter. */
  public void tell(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    OutputStream in = process.getOutputStream();
    synchronized (in) {
      try {
        in.write(bytes);
        in.flush();
      } catch (IOException e) {
        if (process.isAlive() && !endWanted) {
          throw new UncheckedIOException(name + " does not listen", e);
        }
      }
    }
  }

  public void tell(ObjectNode line) {
    tell(Json.text(line));
  }

  /** SIGKILL. Returns when it is gone. */
  public void kill() {
    endWanted = true;
    process.destroyForcibly();
    process.onExit().join();
  }

  /** SIGTERM. Returns when it is gone, or the grace period is over: false then. */
  public boolean terminate(Duration grace) {
    endWanted = true;
    process.toHandle().destroy(); // the process's own would close its standard input, too
    try {
      return process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether it ended although nobody wanted it to. */
  public boolean endedByItself() {
    return !process.isAlive() && !endWanted;
  }

  public int exitCode() {
    return process.exitValue();
  }
}
