package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.ChildFailed;
import dev.stagedoor.boxoffice.process.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The processes that run the box office: service, relay, two workers. Whoever is killed is replaced
 * at once. Belongs to the demo's thread, {@link #close} apart.
 */
final class Crew implements AutoCloseable {
  static final int WORKERS = 2;
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration WORD_LIMIT = Duration.ofSeconds(20);

  private final Surroundings surroundings;
  private final Board board;
  private final Path logs;
  private final List<Child> all = new ArrayList<>();
  private final List<Child> workers = new CopyOnWriteArrayList<>();
  private Child service;
  private Child relay;
  private int workersStarted;
  private int relaysStarted;
  private long armings;
  private boolean closed;

  private Crew(Surroundings surroundings, Board board, Path logs) {
    this.surroundings = surroundings;
    this.board = board;
    this.logs = logs;
    this.service = start("service", ServiceProcess.class, 96);
    this.relay = startRelay();
    for (int i = 0; i < WORKERS; i++) {
      workers.add(startWorker());
    }
  }

  /** Starts them all; they are not ready yet. */
  static Crew start(Surroundings surroundings, Board board, Path logs) {
    return new Crew(surroundings, board, logs);
  }

  private Child startRelay() {
    return start("relay-" + ++relaysStarted, RelayProcess.class, 64);
  }

  private Child startWorker() {
    return start("worker-" + ++workersStarted, WorkerProcess.class, 128);
  }

  private Child start(String name, Class<?> main, int heapMiB) {
    try {
      Process process = JavaProcess.start(main, heapMiB, logs.resolve(name + ".log"), List.of());
      Child child = Child.follow(name, process, logs.resolve(name + ".jsonl"), board::hear);
      register(child);
      child.tell(surroundings.line());
      return child;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  private synchronized void register(Child child) {
    all.add(child);
    if (closed) {
      child.kill();
    }
  }

  /** Waits until every one of them is ready; returns where the service listens. */
  String awaitReady() throws InterruptedException {
    awaitReady(relay);
    for (Child worker : workers) {
      awaitReady(worker);
    }
    return awaitReady(service).path("address").asString();
  }

  private static JsonNode awaitReady(Child child) throws InterruptedException {
    try {
      return child.ready().get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new ChildFailed(child.name() + " ended while it started", e);
    } catch (TimeoutException e) {
      throw new ChildFailed(
          child.name() + " was not ready after " + START_LIMIT.toSeconds() + " s", e);
    }
  }

  /**
   * From now on, runs and publications of this job wait at these moments. Returns when every
   * process has heard it.
   */
  void arm(String request, String type, Boundary... at) throws InterruptedException {
    awaitReady();
    board.forgetArrivals();
    ObjectNode line =
        Json.object()
            .put(Line.WORD, Line.ARM)
            .put("number", ++armings)
            .put("request", request)
            .put("type", type)
            .put("at", Arrays.stream(at).map(Boundary::name).collect(Collectors.joining(",")));
    long before = board.armed();
    List<Child> told = Stream.concat(Stream.of(relay), workers.stream()).toList();
    told.forEach(child -> child.tell(line));
    if (!board.await(() -> board.armed() >= before + told.size(), WORD_LIMIT)) {
      throw new ChildFailed("a process did not hear what it was told", null);
    }
  }

  /** Lets go whatever waits, and arms nothing. */
  void disarm() {
    ObjectNode line = Json.object().put(Line.WORD, Line.DISARM);
    relay.tell(line);
    workers.forEach(worker -> worker.tell(line));
  }

  /** Lets one waiting job go on; what is armed stays so. */
  void go(Board.Arrival arrival) {
    arrival.child().tell(Json.object().put(Line.WORD, Line.GO).put("number", arrival.number()));
  }

  /** SIGKILL of a worker, and a new one. */
  void killWorker(Child worker) {
    worker.kill();
    board.killed(worker);
    workers.remove(worker);
    workers.add(startWorker());
  }

  /** SIGKILL of the relay, and a new one. */
  void killRelay() {
    relay.kill();
    relay = startRelay();
  }

  /** Those of now; thread-safe. */
  List<Child> workers() {
    return List.copyOf(workers);
  }

  /** A line for each process that ended although nobody wanted it to. */
  synchronized List<String> casualties() {
    return all.stream()
        .filter(Child::endedByItself)
        .map(child -> child.name() + " ended by itself with exit code " + child.exitCode())
        .toList();
  }

  /** Ends all of them; thread-safe. */
  @Override
  public synchronized void close() {
    closed = true;
    all.forEach(Child::kill);
  }
}
