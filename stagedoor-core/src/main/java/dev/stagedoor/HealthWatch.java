package dev.stagedoor;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.Transition;
import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the events of this process say of its health: runs that are over their time-out and have not
 * come back, and types that nobody here knows. Thread-safe; bounded by the slots and by the types.
 */
final class HealthWatch implements JobListener {
  /** Longer than the longest wait of a released job: one that is still not known comes again. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  private final Ticker ticker;
  private final Set<RunRef> stuck = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> unknownTypes = new ConcurrentHashMap<>();

  HealthWatch(Ticker ticker) {
    this.ticker = ticker;
  }

  @Override
  public void on(JobEvent event) {
    if (event instanceof JobEvent.Interrupted interrupted && interrupted.why() == Why.TIME_OUT) {
      stuck.add(interrupted.run());
    } else if (event instanceof JobEvent.RunReturned returned) {
      stuck.remove(returned.run());
    } else if (event instanceof JobEvent.Moved moved && moved.transition() == Transition.RELEASE) {
      unknownTypes.put(moved.type(), ticker.nanos());
    }
  }

  /** How many runs of each queue are over their time-out and still hold a slot. */
  Map<String, Integer> stuck() {
    Map<String, Integer> byQueue = new TreeMap<>();
    stuck.forEach(run -> byQueue.merge(run.queue(), 1, Integer::sum));
    return byQueue;
  }

  /** Types of which jobs came here lately, and had to be released. */
  Set<String> unknownTypes() {
    unknownTypes.values().removeIf(at -> ticker.nanos() - at > REMEMBERED.toNanos());
    return new TreeSet<>(unknownTypes.keySet());
  }
}
