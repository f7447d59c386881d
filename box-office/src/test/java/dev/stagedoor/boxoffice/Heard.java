package dev.stagedoor.boxoffice;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Hears every event, so that a test waits on what happened and not on the clock. */
public final class Heard implements JobListener {
  private static final Duration ALIVE = Duration.ofSeconds(60);
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

  /** Returns when so many fitting events were heard. */
  public void await(int count, Predicate<JobEvent> fits) throws InterruptedException {
    lock.lock();
    try {
      long left = ALIVE.toNanos();
      while (events.stream().filter(fits).count() < count) {
        if (left <= 0) {
          throw new AssertionError("not heard " + count + " times, but: " + events);
        }
        left = more.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  public void awaitCompleted(int count, String type) throws InterruptedException {
    await(count, e -> moved(e, type, Transition.COMPLETE));
  }

  public void awaitSettled(int count, String type) throws InterruptedException {
    await(count, e -> e instanceof JobEvent.Settled s && s.run().type().equals(type));
  }

  public static boolean moved(JobEvent event, String type, Transition transition) {
    return event instanceof JobEvent.Moved moved
        && moved.type().equals(type)
        && moved.transition() == transition;
  }

  public <E extends JobEvent> List<E> all(Class<E> kind) {
    lock.lock();
    try {
      return events.stream().filter(kind::isInstance).map(kind::cast).collect(Collectors.toList());
    } finally {
      lock.unlock();
    }
  }
}
