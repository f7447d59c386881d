package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the demo has heard from its processes. Thread-safe. */
final class Board {
  private final Map<String, Long> absorbed = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<String, String> deaths = new HashMap<>();
  private final Deque<Arrival> arrivals = new ArrayDeque<>();
  private final SecondRuns secondRuns = new SecondRuns();
  private final Sends sends = new Sends();
  private final Map<String, JobState> jobs = new HashMap<>();
  private long deliveries;
  private long renders;
  private long armed;

  /** A job that waits at a gate. */
  record Arrival(
      Child child, long number, Boundary at, String job, String entry, int attempt, int run) {}

  private record Sender(Child child, String thread) {}

  /** What was heard of one job. */
  private static final class JobState {
    int published;
    int returned;
  }

  /** Hears one line. */
  synchronized void hear(Child child, JsonNode line) {
    String job = line.path("job").asString("");
    switch (line.path(Line.EVENT).asString("")) {
      case Line.ARMED -> armed++;
      case Line.WAITING -> arrivals.add(arrival(child, line));
      case Line.DELIVERED -> delivered(line);
      case Line.PUBLISHED -> job(job).published++;
      case Line.RETURNED -> returned(line);
      case Line.ABSORBED -> absorbed.merge(line.path("technique").asString(), 1L, Long::sum);
      case Line.MOVED -> moved(line);
      case Line.PRINTED -> renders++;
      case Line.SENDING -> sending(child, line);
      default -> {}
    }
    notifyAll();
  }

  private static Arrival arrival(Child child, JsonNode line) {
    return new Arrival(
        child,
        line.path("number").longValue(),
        Boundary.valueOf(line.path("at").asString()),
        line.path("job").asString(),
        line.path("entry").asString(""),
        line.path("attempt").intValue(),
        line.path("run").intValue(0));
  }

  private void delivered(JsonNode line) {
    deliveries++;
    secondRuns.delivered(
        new SecondRuns.Delivered(
            line.path("job").asString(),
            line.path("attempt").intValue(),
            line.path("again").booleanValue(),
            line.path("worker").asString(),
            line.path("from").isString() ? line.path("from").asString() : null));
  }

  private void returned(JsonNode line) {
    job(line.path("job").asString()).returned++;
    if (line.path("type").asString().equals(JobKind.COUNT.type())
        && line.path("failure").isNull()) {
      counts.merge(line.path("job").asString(), 1, Integer::sum);
    }
  }

  private void moved(JsonNode line) {
    String transition = line.path("transition").asString();
    if (transition.equals("DIE") || transition.equals("PARK")) {
      deaths.put(
          line.path("job").asString(),
          (transition.equals("DIE") ? "dead: " : "parked: ") + line.path("cause").asString(""));
    }
  }

  private void sending(Child child, JsonNode line) {
    String mail = line.path("mail").asString();
    Sender sender = new Sender(child, line.path("thread").asString());
    long at = line.path("ms").longValue();
    if (line.path("begins").booleanValue()) {
      sends.began(mail, sender, at);
    } else {
      sends.ended(mail, sender, at);
    }
  }

  /** A process was killed: what it was sending is not under way any more. */
  synchronized void killed(Child child) {
    long now = Voice.now();
    sends.killed(sender -> sender instanceof Sender s && s.child().equals(child), now);
  }

  /** Sends of this mail that began while another was under way. */
  synchronized int overlaps(String mail) {
    return sends.overlaps(mail);
  }

  private JobState job(String id) {
    return jobs.computeIfAbsent(id, k -> new JobState());
  }

  /** From now on, what was delivered to these consumers is delivered again because of that. */
  synchronized void struck(FaultKind kind, Iterable<String> consumers) {
    consumers.forEach(consumer -> secondRuns.struck(kind, consumer));
  }

  /** From now on, a second entry or attempt of this job is due to that fault. */
  synchronized void struckJob(FaultKind kind, String job) {
    secondRuns.struckJob(kind, job);
  }

  /** From now on, entries published again, or twice, are due to that fault. */
  synchronized void struckAll(FaultKind kind) {
    secondRuns.struckAll(kind);
  }

  /** The next job that waits at a gate; null if none came. */
  synchronized @Nullable Arrival nextArrival(Duration limit) throws InterruptedException {
    return await(() -> !arrivals.isEmpty(), limit) ? arrivals.remove() : null;
  }

  synchronized void forgetArrivals() {
    arrivals.clear();
  }

  synchronized long armed() {
    return armed;
  }

  synchronized int published(String job) {
    return job(job).published;
  }

  synchronized int returned(String job) {
    return job(job).returned;
  }

  /** Waits until it holds, asked after each line heard; false if it never did. */
  synchronized boolean await(BooleanSupplier holds, Duration limit) throws InterruptedException {
    long deadline = Ticker.SYSTEM.nanos() + limit.toNanos();
    while (!holds.getAsBoolean()) {
      long left = deadline - Ticker.SYSTEM.nanos();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, left));
    }
    return true;
  }

  /** Whether a delivery of this job was due to that kind of fault. */
  synchronized boolean again(FaultKind kind, String job) {
    return secondRuns.has(kind, job);
  }

  synchronized Map<FaultKind, Long> secondRuns() {
    return new EnumMap<>(secondRuns.counts());
  }

  /** Second deliveries that no fault explains: a worker that was slow by itself, say. */
  synchronized long unexplained() {
    return secondRuns.unexplained();
  }

  synchronized long absorbed(String technique) {
    return absorbed.getOrDefault(technique, 0L);
  }

  /** Runs of counter jobs that returned well, by job. */
  synchronized Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** Jobs that died or were parked, and why. */
  synchronized Map<String, String> deaths() {
    return Map.copyOf(deaths);
  }

  synchronized long deliveries() {
    return deliveries;
  }

  synchronized long renders() {
    return renders;
  }
}
