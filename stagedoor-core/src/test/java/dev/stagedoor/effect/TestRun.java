package dev.stagedoor.effect;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.event.RunRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A run that remembers what it was told. */
final class TestRun implements Performing {
  final List<JobEvent> told = new ArrayList<>();
  @Nullable String forbidden;
  @Nullable String parked;
  int alarms;
  private final RunRef ref;

  TestRun(RunRef ref) {
    this.ref = ref;
  }

  static final class Gone extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Override
  public RunRef ref() {
    return ref;
  }

  @Override
  public void forbidDone(String why) {
    forbidden = why;
  }

  @Override
  public void park(String evidence) {
    parked = evidence;
  }

  @Override
  public RuntimeException notWanted() {
    forbidden = "not wanted";
    return new Gone();
  }

  @Override
  public JobListener events() {
    return told::add;
  }

  @Override
  public Alarm interruptAfter(Duration limit) {
    alarms++;
    CountDownLatch over = new CountDownLatch(1);
    Thread sender = Thread.currentThread();
    Thread bell = new Thread(() -> ring(over, sender, limit));
    bell.setDaemon(true);
    bell.start();
    return new Bell(over, bell);
  }

  private static void ring(CountDownLatch over, Thread sender, Duration limit) {
    try {
      if (!over.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        sender.interrupt();
        over.countDown();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private record Bell(CountDownLatch over, Thread bell) implements Alarm {
    @Override
    public boolean rang() {
      return over.getCount() == 0;
    }

    @Override
    public void close() {
      boolean rang = rang();
      over.countDown();
      if (rang) {
        Thread.interrupted();
      }
    }
  }
}
