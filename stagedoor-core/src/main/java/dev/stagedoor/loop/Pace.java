package dev.stagedoor.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How long a loop waits between two steps: not at all after a step that did something, then twice
 * as long each time, from shortest to longest. {@link #wake} ends the wait at once, and one between
 * two steps is not lost; {@link #expect} makes the next waits short, since something that cannot
 * say when it is there is on its way. Thread-safe.
 */
public final class Pace {
  private static final long EXPECTED_FOR = Duration.ofSeconds(2).toNanos();
  private static final long EXPECT_SHORTEST = Duration.ofMillis(1).toNanos();
  private static final long EXPECT_LONGEST = Duration.ofMillis(64).toNanos();

  private final long shortest;
  private final long longest;
  private final Ticker ticker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private boolean wake;
  private long idle;
  private long cap = Long.MAX_VALUE;
  private boolean expecting;
  private long expectedSince;
  private long expectNext;

  public Pace(Duration shortest, Duration longest, Ticker ticker) {
    this.shortest = Math.max(1, shortest.toNanos());
    this.longest = Math.max(this.shortest, longest.toNanos());
    this.ticker = ticker;
    this.idle = this.shortest;
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

  /** Wakes, and waits 1, 2, 4 … 64 ms until a step does something or 2 s are over. */
  public void expect() {
    lock.lock();
    try {
      expecting = true;
      expectedSince = ticker.nanos();
      expectNext = EXPECT_SHORTEST;
      wake();
    } finally {
      lock.unlock();
    }
  }

  /** The next wait, whatever else would be said of it, is at most this long. */
  public void within(Duration most) {
    lock.lock();
    try {
      cap = Math.min(cap, most.toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** How long to wait after a step that did this much, in nanoseconds; 0 for not at all. */
  public long after(int done) {
    lock.lock();
    try {
      long wait = done > 0 ? did() : Math.min(cap, nothing());
      cap = Long.MAX_VALUE;
      return wait;
    } finally {
      lock.unlock();
    }
  }

  private long did() {
    expecting = false;
    idle = shortest;
    return 0;
  }

  private long nothing() {
    if (expecting && ticker.nanos() - expectedSince < EXPECTED_FOR) {
      long wait = expectNext;
      expectNext = Math.min(EXPECT_LONGEST, 2 * wait);
      return wait;
    }
    expecting = false;
    long wait = idle;
    idle = Math.min(longest, 2 * wait);
    return wait;
  }

  /** Waits as {@link #after} says. */
  void await(int done) throws InterruptedException {
    awaitNanos(after(done));
  }

  /** Waits the longest: after trouble. */
  void awaitLongest() throws InterruptedException {
    awaitNanos(longest);
  }

  private void awaitNanos(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (!wake && left > 0) {
        left = woken.awaitNanos(left);
      }
      if (wake && nanos > 0) {
        wake = false;
        idle = shortest;
      }
    } finally {
      lock.unlock();
    }
  }
}
