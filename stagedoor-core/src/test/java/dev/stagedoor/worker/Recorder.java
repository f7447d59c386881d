package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Keeps every event, and waits for one with a limit. */
final class Recorder implements JobListener {
  private static final long LIMIT_SECONDS = 20;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final List<JobEvent> events = new ArrayList<>();

  @Override
  public void on(JobEvent event) {
    lock.lock();
    try {
      events.add(event);
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  List<JobEvent> all() {
    lock.lock();
    try {
      return List.copyOf(events);
    } finally {
      lock.unlock();
    }
  }

  long count(Predicate<JobEvent> which) {
    return all().stream().filter(which).count();
  }

  /** Waits until so many events match. */
  void await(String what, int times, Predicate<JobEvent> which) {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
      while (events.stream().filter(which).count() < times) {
        if (left <= 0) {
          throw new AssertionError("not seen: " + what + "; seen: " + events);
        }
        left = more.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      lock.unlock();
    }
  }

  void await(String what, Predicate<JobEvent> which) {
    await(what, 1, which);
  }

  void awaitMoved(JobId id, Transition transition) {
    await(transition + " of " + id, moved(id, transition));
  }

  static Predicate<JobEvent> moved(JobId id, Transition transition) {
    return e ->
        e instanceof JobEvent.Moved m && m.jobId().equals(id) && m.transition() == transition;
  }
}
