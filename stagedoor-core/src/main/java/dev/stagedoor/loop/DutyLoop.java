package dev.stagedoor.loop;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * The one owner of a thread: steps a {@link Duty} until closed.
 *
 * <p>A loop never dies of an exception: it reports the cause and goes on after the longest wait, so
 * that a database which is away for an hour finds the loop when it is back. Idle steps wait twice
 * as long each time, from {@code shortest} to {@code longest}; {@link #wake} ends the wait at once
 * and a wake between two steps is not lost. Thread-safe.
 */
public final class DutyLoop implements AutoCloseable {
  private final String name;
  private final Duty duty;
  private final long shortest;
  private final long longest;
  private final BiConsumer<String, Throwable> trouble;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean wake;
  private volatile boolean closing;

  private DutyLoop(
      String name,
      Duty duty,
      Duration shortest,
      Duration longest,
      BiConsumer<String, Throwable> trouble) {
    this.name = name;
    this.duty = duty;
    this.shortest = Math.max(1, shortest.toNanos());
    this.longest = Math.max(this.shortest, longest.toNanos());
    this.trouble = trouble;
  }

  /**
   * Starts a loop on a platform thread of its own.
   *
   * @param trouble told the loop's name and what a step threw
   */
  public static DutyLoop start(
      String name,
      Duty duty,
      Duration shortest,
      Duration longest,
      BiConsumer<String, Throwable> trouble) {
    DutyLoop loop = new DutyLoop(name, duty, shortest, longest, trouble);
    Threads.platform(name, loop::run).start();
    return loop;
  }

  private void run() {
    try {
      long idle = shortest;
      while (!closing) {
        idle = step() ? shortest : Math.min(longest, 2 * pause(idle));
      }
    } finally {
      ended.countDown();
    }
  }

  private boolean step() {
    try {
      return duty.runOnce() > 0;
    } catch (Throwable t) { // a loop that dies silently is worse than one that reports an Error
      trouble.accept(name, t);
      pause(longest);
      return true;
    }
  }

  /** Waits, and returns how long the next wait should count from: the shortest after a wake. */
  private long pause(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (!wake && !closing && left > 0) {
        left = woken.awaitNanos(left);
      }
      long next = wake ? shortest : nanos;
      wake = false;
      return next;
    } catch (InterruptedException e) {
      closing = true; // nobody interrupts a loop's thread but whoever wants it to end
      return nanos;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the present wait, or the next one if a step is under way. */
  public void wake() {
    lock.lock();
    try {
      wake = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Asks the loop to end after the present step; returns at once. */
  public void stop() {
    lock.lock();
    try {
      closing = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Stops, and waits for the present step to end, at most 5 s. */
  @Override
  public void close() {
    stop();
    try {
      if (!ended.await(5, TimeUnit.SECONDS)) {
        trouble.accept(name, new IllegalStateException("the step did not end within 5 s"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
