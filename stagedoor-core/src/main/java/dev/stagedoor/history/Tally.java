package dev.stagedoor.history;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Transition;
import java.util.EnumMap;
import java.util.Map;

/** What was counted of one type since it was written last. For one thread at a time. */
final class Tally {
  /** The columns of {@code job_minutes}, in their order. */
  enum Count {
    STARTED,
    AGAIN,
    COMPLETED,
    RETRIED,
    LATER,
    DEAD,
    PARKED,
    ABSORBED
  }

  private final Map<Count, Integer> counts = new EnumMap<>(Count.class);
  private final Buckets sinceDue = new Buckets();
  private final Buckets took = new Buckets();

  void started(JobEvent.Delivered how) {
    one(Count.STARTED);
    if (how != JobEvent.Delivered.FIRST) {
      one(Count.AGAIN);
    }
  }

  void returned(JobEvent.RunReturned returned) {
    took.add(returned.took());
  }

  void completed(JobEvent.Completed completed) {
    one(Count.COMPLETED);
    sinceDue.add(completed.sinceDue());
  }

  void absorbed() {
    one(Count.ABSORBED);
  }

  void moved(Transition transition) {
    switch (transition) {
      case RETRY -> one(Count.RETRIED);
      case RETRY_LATER, RELEASE, HAND_BACK -> one(Count.LATER);
      case DIE -> one(Count.DEAD);
      case PARK -> one(Count.PARKED);
      default -> {} // completions have an event of their own; the rest is not a run's
    }
  }

  private void one(Count count) {
    counts.merge(count, 1, Integer::sum);
  }

  void addAll(Tally other) {
    other.counts.forEach((count, n) -> counts.merge(count, n, Integer::sum));
    sinceDue.addAll(other.sinceDue);
    took.addAll(other.took);
  }

  int count(Count count) {
    return counts.getOrDefault(count, 0);
  }

  Integer[] sinceDue() {
    return sinceDue.counts();
  }

  Integer[] took() {
    return took.counts();
  }
}
