package dev.stagedoor.worker;

import dev.stagedoor.effect.Performing.Alarm;
import dev.stagedoor.event.JobEvent.Why;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The thread that a run is on, and who interrupts it: whoever ends the run, or the alarm of a send.
 * Under one lock, so that no interrupt of ours comes after the handler is back, and none of an
 * alarm's is left behind. Thread-safe.
 */
final class RunThread {
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Thread thread;
  private volatile @Nullable Why interrupted;
  private boolean shared;

  /** It calls the handlers of other runs with this one's: before it is entered. */
  void share() {
    shared = true;
  }

  /** From here on the calling thread is the run's. */
  void enter() {
    lock.lock();
    try {
      thread = Thread.currentThread();
    } finally {
      lock.unlock();
    }
  }

  /** The handler is back: from here on no interrupt of ours reaches the thread. */
  void leave() {
    lock.lock();
    try {
      thread = null;
      Thread.interrupted();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells the run to stop.
   *
   * @return false if the handler is back already, or somebody else had ended the run
   */
  boolean interrupt(Why why) {
    lock.lock();
    try {
      if (thread == null || interrupted == Why.TIME_OUT || interrupted == Why.SHUTDOWN) {
        return false;
      }
      if (interrupted == why) {
        return false;
      }
      interrupted = why;
      if (why != Why.SUPERSEDED || !shared) {
        thread.interrupt(); // the others of a batch do not stop because one has a twin
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Nullable Why interrupted() {
    return interrupted;
  }

  /** Interrupts the thread after this long, unless it is closed before. */
  Alarm alarmAfter(Duration limit, Watchdog watchdog) {
    SendAlarm alarm = new SendAlarm();
    alarm.pending = watchdog.after(limit, alarm::ring);
    return alarm;
  }

  /** Interrupts this thread and can take it back. */
  private final class SendAlarm implements Alarm {
    private volatile @Nullable Future<?> pending;
    private boolean over;
    private volatile boolean rang;

    void ring() {
      lock.lock();
      try {
        if (!over && thread != null) {
          rang = true;
          thread.interrupt();
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean rang() {
      return rang;
    }

    @Override
    public void close() {
      Future<?> waiting = pending;
      if (waiting != null) {
        waiting.cancel(false);
      }
      lock.lock();
      try {
        over = true;
        if (rang && interrupted == null) {
          Thread.interrupted(); // ours, and nobody else's: the handler goes on undisturbed
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
