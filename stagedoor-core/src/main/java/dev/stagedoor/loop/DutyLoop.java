package dev.stagedoor.loop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The one owner of a thread: steps a {@link Duty} until closed, at the pace given.
 *
 * <p>A loop never dies of an exception: it reports the cause and goes on after the longest wait, so
 * that a database which is away for an hour finds the loop when it is back. {@link #wake} ends a
 * wait at once. Thread-safe.
 */
public final class DutyLoop implements AutoCloseable {
  private final String name;
  private final Duty duty;
  private final Pace pace;
  private final BiConsumer<String, Throwable> trouble;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean closing;
  private final Thread thread;
  private volatile @Nullable Failing failing;

  /**
   * A duty that has thrown, and not come through since.
   *
   * @param since as {@link Ticker#SYSTEM} tells it, when it threw first
   * @param cause what it threw last
   */
  public record Failing(String loop, long since, Throwable cause) {}

  private DutyLoop(String name, Duty duty, Pace pace, BiConsumer<String, Throwable> trouble) {
    this.name = name;
    this.duty = duty;
    this.pace = pace;
    this.trouble = trouble;
    this.thread = Threads.platform(name, this::run);
  }

  /**
   * Starts a loop on a platform thread of its own; idle steps wait twice as long each time, from
   * {@code shortest} to {@code longest}.
   *
   * @param trouble told the loop's name and what a step threw
   */
  public static DutyLoop start(
      String name,
      Duty duty,
      Duration shortest,
      Duration longest,
      BiConsumer<String, Throwable> trouble) {
    return start(name, duty, new Pace(shortest, longest, Ticker.SYSTEM), trouble);
  }

  /**
   * Starts a loop on a platform thread of its own, at a pace that others may quicken.
   *
   * @param trouble told the loop's name and what a step threw
   */
  public static DutyLoop start(
      String name, Duty duty, Pace pace, BiConsumer<String, Throwable> trouble) {
    DutyLoop loop = new DutyLoop(name, duty, pace, trouble);
    loop.thread.start();
    return loop;
  }

  private void run() {
    try {
      while (!closing) {
        step();
      }
    } catch (InterruptedException e) {
      closing = true; // nobody interrupts a loop's thread but whoever wants it to end
    } finally {
      ended.countDown();
    }
  }

  private void step() throws InterruptedException {
    int done;
    try {
      done = duty.runOnce();
      failing = null;
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable t) { // a loop that dies silently is worse than one that reports an Error
      Failing before = failing;
      failing = new Failing(name, before == null ? Ticker.SYSTEM.nanos() : before.since(), t);
      trouble.accept(name, t);
      pace.awaitLongest();
      return;
    }
    pace.await(done);
  }

  /** Empty if its last step came through, or it has not made one. */
  public Optional<Failing> failing() {
    return Optional.ofNullable(failing);
  }

  /** Ends the present wait, or the next one if a step is under way. */
  public void wake() {
    pace.wake();
  }

  /** Asks the loop to end after the present step; returns at once. */
  public void stop() {
    closing = true;
    pace.wake();
  }

  /** Stops, and interrupts the present step: for a duty that loses nothing by it. */
  public void interrupt() {
    stop();
    thread.interrupt();
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
