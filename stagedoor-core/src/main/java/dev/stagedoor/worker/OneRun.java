package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Windows;
import dev.stagedoor.outbox.Finished;
import dev.stagedoor.outbox.JobRows;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.JobStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A worker for one delivery, on the calling thread: from the entry that was read to its settling,
 * by the very code that a {@link Worker} runs. Nothing extends the entry meanwhile, and a time-out
 * interrupts as it would there.
 *
 * <p>Internal to the library: the test kit steps it. For one thread.
 */
public final class OneRun {
  private static final int TRIES = 10;

  private final String worker;
  private final Map<String, Registered<?>> handlers = new HashMap<>();
  private final RunKit kit;
  private final JobStream stream;
  private final Windows windows;
  private final Runnable pause;

  /**
   * @param worker the name that the entry was read under
   * @param pause called when an outcome could not be written, before it is tried again
   */
  public OneRun(
      String worker,
      List<Registered<?>> handlers,
      RunKit kit,
      JobStream stream,
      Windows windows,
      Runnable pause) {
    this.worker = worker;
    handlers.forEach(each -> each.names().forEach(name -> this.handlers.put(name, each)));
    this.kit = kit;
    this.stream = stream;
    this.windows = windows;
    this.pause = pause;
  }

  /**
   * Runs it and writes how it ended, again where the database or the stream does not answer.
   *
   * @throws Exception what the last of several tries to write the outcome threw; the entry is then
   *     left, as by a process that gave up
   */
  public void run(String queue, Delivery delivery) throws Exception {
    Outcomes outcomes =
        new Outcomes(
            new JobRows(kit.transactions()),
            new Finished(kit.transactions()),
            stream,
            kit.events(),
            new OnlyOne());
    try (Watchdog watchdog = new Watchdog(kit.events())) {
      new Runner(
              handlers,
              kit,
              new JobRows(kit.transactions()),
              stream,
              windows,
              worker,
              new Gate(1),
              watchdog,
              outcomes,
              any -> false)
          .run(new Held(queue, delivery));
    }
    write(outcomes);
  }

  private void write(Outcomes outcomes) throws Exception {
    for (int failed = 0; !outcomes.isEmpty(); ) {
      try {
        outcomes.runOnce();
      } catch (Exception e) {
        if (++failed == TRIES) {
          throw e;
        }
        kit.events().on(new JobEvent.Trouble("outcomes", e));
      }
      if (!outcomes.isEmpty()) {
        pause.run(); // somebody else holds the row, or the server is away
      }
    }
  }

  /** A single delivery: nothing can take its place. */
  private static final class OnlyOne implements Holder {
    @Override
    public boolean holds(Held held) {
      return true;
    }

    @Override
    public void letGo(Held held) {
      // no room was taken
    }
  }
}
