package dev.stagedoor.effect;

import dev.stagedoor.event.JobListener;
import dev.stagedoor.event.RunRef;
import java.time.Duration;

/** What an effect needs of the run that performs it. Internal: workers implement it. */
public interface Performing {
  RunRef ref();

  /**
   * From now on this run cannot end as done, even if its handler swallows what we throw: it met
   * held elsewhere, unknown, or superseded. Believing a false done would lose the job.
   */
  void forbidDone(String why);

  /** As {@link #forbidDone}, and the job ends parked: only a person can decide. */
  void park(String evidence);

  /**
   * As {@link #forbidDone}, since the job is gone, newer or not live; returns what the handler is
   * to be thrown.
   */
  RuntimeException notWanted();

  /** Interrupts the calling thread after this long, unless closed before. */
  Alarm interruptAfter(Duration limit);

  JobListener events();

  /** A pending interrupt. */
  interface Alarm extends AutoCloseable {
    /** Whether the interrupt was sent. */
    boolean rang();

    /** Takes the interrupt back; clears it from the thread if it was sent and not seen. */
    @Override
    void close();
  }
}
