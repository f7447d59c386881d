package dev.stagedoor.chaos.crew;

import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** Everything that was heard from the processes of one scenario. Thread-safe. */
public final class Board {
  private final Map<String, Running> running = new HashMap<>();
  private final Map<String, Long> struck = new HashMap<>();
  private final List<Long> recoveries = new ArrayList<>();
  private final Map<Long, Integer> completedBySecond = new HashMap<>();
  private final Set<String> excused = new HashSet<>();
  private final Set<Child> trapped = new HashSet<>();
  private final List<String> ends = new ArrayList<>();
  private final List<String> twins = new ArrayList<>();
  private long deliveries;
  private long completed;
  private long losses;

  /** A run that was heard to start, and not to end. */
  private record Running(Child child, String worker) {}

  synchronized void hear(Child child, JsonNode line) {
    switch (line.path(Voice.EVENT).asString("")) {
      case Says.STARTED -> started(child, line);
      case Says.MOVED -> moved(line);
      case Says.LOSS -> losses++;
      case Says.TRAPPED -> trapped.add(child);
      default -> {}
    }
    notifyAll();
  }

  private void started(Child child, JsonNode line) {
    deliveries++;
    String job = line.path("job").asString();
    if (line.path("from").isString()) {
      reclaimed(job, line.path("from").asString());
    }
    running.put(job, new Running(child, line.path("worker").asString()));
    Long since = struck.remove(job);
    if (since != null) {
      recoveries.add(Voice.now() - since); // ours: a process may have another clock
    }
  }

  /** A twin of a run whose process lives, and may reach the stream: nobody may have one. */
  private void reclaimed(String job, String from) {
    Running before = running.get(job);
    if (before != null
        && before.worker.equals(from)
        && before.child.isAlive()
        && !excused.contains(before.child.name())) {
      twins.add("job " + job + " was taken from " + before.child.name() + ", which was at it");
    }
  }

  private void moved(JsonNode line) {
    String job = line.path("job").asString();
    String transition = line.path("transition").asString();
    switch (transition) {
      case "COMPLETE", "COMPLETE_AGAIN" -> {
        completed++;
        completedBySecond.merge(Voice.now() / 1_000, 1, Integer::sum);
        struck.remove(job);
      }
      case "DIE", "PARK" ->
          ends.add("job " + job + ": " + transition + ", " + line.path("cause").asString(""));
      default -> {}
    }
    Running run = running.get(job);
    if (run != null && run.worker.equals(line.path("by").asString(""))) {
      running.remove(job);
    }
  }

  /** From now on it is measured how long each job that this process runs waits for another run. */
  public synchronized void struck(Child child) {
    long now = Voice.now();
    Iterator<Map.Entry<String, Running>> each = running.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<String, Running> run = each.next();
      if (run.getValue().child == child) {
        struck.put(run.getKey(), now);
        each.remove();
      }
    }
  }

  /** Whether every job that was struck has been run by another process, or is complete. */
  public synchronized boolean isTakenOver() {
    return struck.isEmpty();
  }

  /** Runs of this process that were heard to start, and not to end. */
  public synchronized long inFlight(Child child) {
    return running.values().stream().filter(run -> run.child == child).count();
  }

  public synchronized boolean isRunning(String job) {
    return running.containsKey(job);
  }

  /** This process was stopped, or cut off: others may take its entries. */
  public synchronized void excuse(Child child) {
    excused.add(child.name());
  }

  /** A fault has been repaired after so long. */
  public synchronized void repaired(Duration after) {
    recoveries.add(after.toMillis());
  }

  public synchronized boolean isTrapped(Child child) {
    return trapped.contains(child);
  }

  public synchronized long completed() {
    return completed;
  }

  public synchronized long deliveries() {
    return deliveries;
  }

  /** How often a relay suspected that the stream has lost something. */
  public synchronized long losses() {
    return losses;
  }

  /** How long it took, in milliseconds, until what each fault struck went on; sorted. */
  public synchronized List<Long> recoveries() {
    return recoveries.stream().sorted().toList();
  }

  /** A line for each twin of a run that nobody had struck. */
  public synchronized List<String> twins() {
    return List.copyOf(twins);
  }

  /** A line for each job that was heard to die or be parked. */
  public synchronized List<String> ends() {
    return List.copyOf(ends);
  }

  /** Jobs completed in each second from one to another, by {@link Voice#now()} in seconds. */
  public synchronized List<Integer> completedBySecond(long from, long to) {
    List<Integer> counts = new ArrayList<>();
    for (long second = from; second < to; second++) {
      counts.add(completedBySecond.getOrDefault(second, 0));
    }
    return counts;
  }

  /** Waits until it holds, asked after each line heard; false if it never did. */
  public synchronized boolean await(BooleanSupplier holds, Duration limit)
      throws InterruptedException {
    long end = Ticker.SYSTEM.nanos() + limit.toNanos();
    while (!holds.getAsBoolean()) {
      long left = end - Ticker.SYSTEM.nanos();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.min(Math.max(1_000_000, left), 100_000_000));
    }
    return true;
  }
}
