package dev.stagedoor.chaos.crew;

import dev.stagedoor.Role;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.ChildFailed;
import dev.stagedoor.boxoffice.process.JavaProcess;
import dev.stagedoor.boxoffice.process.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The processes of one scenario. Who is killed is replaced at once, as an orchestrator does.
 * Belongs to the scenario's thread.
 */
public final class Crew implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final int HEAP_MIB = 96;

  private final Board board;
  private final Path logs;
  private final List<Child> workers = new ArrayList<>();
  private final List<Child> relays = new ArrayList<>();
  private Setting setting;
  private Map<String, String> environment = Map.of();
  private int started;
  private int kills;

  public Crew(Setting setting, Board board, Path logs) {
    this.setting = setting;
    this.board = board;
    this.logs = logs;
  }

  /** Starts so many, and returns when they are ready. */
  public void start(int workerCount, int relayCount) throws InterruptedException {
    for (int i = 0; i < relayCount; i++) {
      startRelay();
    }
    for (int i = 0; i < workerCount; i++) {
      startWorker();
    }
    awaitReady();
  }

  public Child startWorker() {
    return joined(workers, start("worker", EnumSet.of(Role.WORKER)));
  }

  public Child startRelay() {
    return joined(relays, start("relay", EnumSet.of(Role.RELAY)));
  }

  private static Child joined(List<Child> list, Child child) {
    list.add(child);
    return child;
  }

  private Child start(String part, Set<Role> roles) {
    String name = part + "-" + ++started;
    try {
      Process process =
          JavaProcess.start(
              PartProcess.class, HEAP_MIB, logs.resolve(name + ".log"), List.of(), environment);
      Child child = Child.follow(name, process, logs.resolve(name + ".jsonl"), board::hear);
      child.tell(setting.in(roles).line());
      return child;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  /** What processes that are started from now on have to know. */
  public void setting(Setting next) {
    setting = next;
  }

  public Setting setting() {
    return setting;
  }

  /** What processes that are started from now on have in their environment. */
  public void environment(Map<String, String> next) {
    environment = Map.copyOf(next);
  }

  public List<Child> workers() {
    return List.copyOf(workers);
  }

  public List<Child> relays() {
    return List.copyOf(relays);
  }

  /** Waits until every one of them is ready. */
  public void awaitReady() throws InterruptedException {
    for (Child relay : relays) {
      awaitReady(relay);
    }
    for (Child worker : workers) {
      awaitReady(worker);
    }
  }

  private static void awaitReady(Child child) throws InterruptedException {
    try {
      child.ready().get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new ChildFailed(child.name() + " ended while it started", e);
    } catch (TimeoutException e) {
      throw new ChildFailed(
          child.name() + " was not ready after " + START_LIMIT.toSeconds() + " s", e);
    }
  }

  /** SIGKILL, and another one in its place. */
  public void kill(Child child) {
    kills++;
    board.struck(child);
    child.kill();
    replace(child);
  }

  private void replace(Child gone) {
    if (workers.remove(gone)) {
      startWorker();
    } else if (relays.remove(gone)) {
      startRelay();
    }
  }

  /** SIGTERM; SIGKILL if it has not ended within the grace period; then another one. */
  public void restart(Child child, Duration grace) {
    if (!child.terminate(grace)) {
      kills++;
      board.struck(child);
      child.kill();
    }
    replace(child);
  }

  /** SIGTERM, and no other one in its place. */
  public void dismiss(Child child, Duration grace) {
    workers.remove(child);
    relays.remove(child);
    if (!child.terminate(grace)) {
      kills++;
      board.struck(child);
      child.kill();
    }
  }

  /** Makes the process wait at this boundary; see {@link Board#isTrapped}. */
  public void trap(Child child, Boundary at, int passage) {
    child.tell(
        Json.object().put(Says.WORD, Says.TRAP).put("at", at.name()).put("passage", passage));
  }

  /** Takes the stream from this process, alone and for good. */
  public void cutOff(Child child) {
    board.excuse(child);
    child.tell(Json.object().put(Says.WORD, Says.CUT_OFF));
  }

  /** SIGSTOP until closed. */
  public Pause stop(Child child) throws IOException {
    board.excuse(child);
    return Pause.of(child.pid());
  }

  /** Processes that were killed. */
  public int kills() {
    return kills;
  }

  /** A line for each process that ended although nobody wanted it to. */
  public List<String> endedByThemselves() {
    List<String> ended = new ArrayList<>();
    for (List<Child> each : List.of(workers, relays)) {
      each.stream()
          .filter(Child::endedByItself)
          .forEach(child -> ended.add(child.name() + " ended with " + child.exitCode()));
    }
    return ended;
  }

  @Override
  public void close() {
    relays.forEach(Child::kill);
    workers.forEach(Child::kill);
  }
}
