package dev.stagedoor;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.Transition;
import dev.stagedoor.loop.DutyLoop;
import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What the events of this process say of its health: runs that are over their time-out and have not
 * come back, and types that nobody here knows. Thread-safe; bounded by the slots and by the types.
 */
final class HealthWatch implements JobListener {
  /** Longer than the longest wait of a released job: one that is still not known comes again. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  private static final Duration FAILING_AFTER = Duration.ofSeconds(3);

  private final Ticker ticker;
  private final Map<RunRef, Slot> running = new ConcurrentHashMap<>();
  private final Map<String, Long> unknownTypes = new ConcurrentHashMap<>();

  /**
   * Where a run is.
   *
   * @param thread tells slots apart: the runs of a batch are on one
   */
  private record Slot(Thread thread, boolean isOverdue) {
    Slot overdue() {
      return new Slot(thread, true);
    }
  }

  HealthWatch(Ticker ticker) {
    this.ticker = ticker;
  }

  @Override
  public void on(JobEvent event) {
    if (event instanceof JobEvent.RunStarted started) {
      running.put(started.run(), new Slot(Thread.currentThread(), false));
    } else if (event instanceof JobEvent.RunReturned returned) {
      running.remove(returned.run());
    } else if (event instanceof JobEvent.Interrupted interrupted
        && interrupted.why() == Why.TIME_OUT) {
      running.computeIfPresent(interrupted.run(), (run, slot) -> slot.overdue()); // or it is back
    } else if (event instanceof JobEvent.Moved moved && moved.transition() == Transition.RELEASE) {
      unknownTypes.put(moved.type(), ticker.nanos());
    }
  }

  /**
   * All of it, the worst first.
   *
   * @param notRunning why this process does nothing; empty if it runs
   * @param failing parts without which it does nothing
   * @param bookkeeping parts without which it works
   * @param accepted faults of the surroundings that the configuration accepts
   * @param slots of each queue
   */
  Health judge(
      List<String> notRunning,
      List<DutyLoop.Failing> failing,
      List<DutyLoop.Failing> bookkeeping,
      List<String> accepted,
      int slots) {
    List<String> down = new ArrayList<>(notRunning);
    down.addAll(forLong(failing));
    List<String> degraded = new ArrayList<>(forLong(bookkeeping));
    degraded.addAll(accepted);
    stuck()
        .forEach(
            (queue, runs) ->
                (runs >= slots ? down : degraded)
                    .add(
                        runs
                            + " of "
                            + slots
                            + " slots of queue "
                            + queue
                            + " hold runs that are over their time-out and do not stop"));
    unknownTypes()
        .forEach(
            type ->
                degraded.add(
                    "jobs of type " + type + " come to this process, which has no handler for it"));
    Health.Status status =
        !down.isEmpty()
            ? Health.Status.DOWN
            : degraded.isEmpty() ? Health.Status.UP : Health.Status.DEGRADED;
    return new Health(status, Stream.concat(down.stream(), degraded.stream()).toList());
  }

  /** What has not come through for longer than three reads of the stream may take. */
  private List<String> forLong(List<DutyLoop.Failing> failing) {
    long now = ticker.nanos();
    return failing.stream()
        .filter(f -> now - f.since() > FAILING_AFTER.toNanos())
        .map(
            f ->
                f.loop()
                    + " has failed for "
                    + Duration.ofNanos(now - f.since()).toSeconds()
                    + " s: "
                    + f.cause().getMessage())
        .toList();
  }

  /** How many slots of each queue are held by runs that are over their time-out. */
  private Map<String, Integer> stuck() {
    Map<String, Set<Thread>> byQueue = new TreeMap<>();
    running.forEach(
        (run, slot) -> {
          if (slot.isOverdue()) {
            byQueue.computeIfAbsent(run.queue(), q -> new HashSet<>()).add(slot.thread());
          }
        });
    Map<String, Integer> slots = new TreeMap<>();
    byQueue.forEach((queue, threads) -> slots.put(queue, threads.size()));
    return slots;
  }

  /** Types of which jobs came here lately, and had to be released. */
  private Set<String> unknownTypes() {
    unknownTypes.values().removeIf(at -> ticker.nanos() - at > REMEMBERED.toNanos());
    return new TreeSet<>(unknownTypes.keySet());
  }
}
