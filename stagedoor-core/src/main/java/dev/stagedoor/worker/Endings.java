package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Windows;
import dev.stagedoor.outbox.Ending;
import dev.stagedoor.outbox.Finished;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a run ends: what its handler returned or threw, against what we know of it. Thread-safe: the
 * run's slot and the watchdog both come here, and whoever has ended the run first under its lock
 * has the outcome.
 */
final class Endings {
  private final RunKit kit;
  private final Windows windows;
  private final Outcomes outcomes;

  Endings(RunKit kit, Windows windows, Outcomes outcomes) {
    this.kit = kit;
    this.windows = windows;
    this.outcomes = outcomes;
  }

  /** The watchdog's part: the outcome is written now, whatever the handler's thread does. */
  void interrupt(ActiveRun<?> run, Why why) {
    if (run.interrupt(why)) {
      run.held().stopExtending();
      run.pass().giveBack();
      outcomes.offer(
          new Outcome.Ends(
              run.held(),
              run.ref(),
              interrupted(run, why),
              run.registered().retry(),
              took(run),
              true));
    }
  }

  private static Ending interrupted(ActiveRun<?> run, Why why) {
    return why == Why.SHUTDOWN
        ? Ending.handedBack()
        : Ending.failed("timed out after " + run.registered().timeout(), null);
  }

  /** The handler is back: what becomes of its job is offered. */
  void ended(
      ActiveRun<?> run, @Nullable Throwable failure, Finished.@Nullable Completion completed) {
    Why why = run.interrupted();
    if (completed != null) {
      if (completed.how().isWritten()) {
        Outcomes.tell(kit.events(), run.ref(), completed);
      }
      outcomes.offer(new Outcome.Settle(run.held(), run.ref()));
    } else if (why == Why.TIME_OUT || why == Why.SHUTDOWN) {
      remember(run, failure);
    } else if (why == Why.SUPERSEDED) {
      String cause = failure == null ? null : cause(failure);
      outcomes.offer(new Outcome.Leave(run.held(), run.ref(), cause, took(run)));
    } else if (run.metSuperseded()) {
      superseded(run, failure);
    } else {
      outcomes.offer(judge(run, failure));
    }
  }

  /**
   * Whoever interrupted it has written the outcome; what a zombie throws later is still a cause,
   * unless it is the interrupt itself, which would hide why it came.
   */
  private void remember(ActiveRun<?> run, @Nullable Throwable failure) {
    if (failure == null) {
      notDone(run, "it was interrupted: " + run.interrupted());
    } else {
      String cause = isInterrupt(failure) ? null : cause(failure);
      outcomes.offer(new Outcome.Leave(run.held(), run.ref(), cause, took(run)));
    }
  }

  private static boolean isInterrupt(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof InterruptedException || t instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }

  private void superseded(ActiveRun<?> run, @Nullable Throwable failure) {
    if (failure == null) {
      notDone(run, "its job is not wanted any more");
    } else {
      kit.events().on(new JobEvent.Absorbed(run.ref(), Technique.JOB_ID, "job gone"));
    }
    outcomes.offer(new Outcome.Settle(run.held(), run.ref()));
  }

  private Outcome judge(ActiveRun<?> run, @Nullable Throwable failure) {
    String parked = run.parked();
    if (parked != null) {
      return ends(run, Ending.parked(parked));
    }
    if (failure != null) {
      return ends(run, ending(failure));
    }
    String forbidden = run.forbidden();
    if (forbidden != null) {
      notDone(run, forbidden);
      return ends(run, Ending.later(windows.staleAfter(), "not done: " + forbidden));
    }
    return new Outcome.Done(run.held(), run.ref(), took(run));
  }

  private static Ending ending(Throwable failure) {
    if (failure instanceof RetryLater later) {
      return Ending.later(later.delay(), cause(later));
    }
    if (failure instanceof DeadLetter dead) {
      return Ending.dead(cause(dead), name(dead));
    }
    return Ending.failed(cause(failure), name(failure));
  }

  private void notDone(ActiveRun<?> run, String why) {
    kit.events().on(new JobEvent.NotDone(run.ref(), run.registered().calls().name(), why));
  }

  private static Outcome ends(ActiveRun<?> run, Ending ending) {
    return new Outcome.Ends(
        run.held(), run.ref(), ending, run.registered().retry(), took(run), true);
  }

  void offer(Held held, RunRef ref, Ending ending, RetryPolicy retry, Duration took) {
    outcomes.offer(new Outcome.Ends(held, ref, ending, retry, took, true));
  }

  /** Its job ran twice, and will each time, until somebody changes one of the two. */
  void warnIfReclaimed(ActiveRun<?> run) {
    Duration took = took(run);
    if (!run.registered().heartbeat() && took.compareTo(windows.reclaim()) > 0) {
      String why =
          "ran for %s without heartbeats, longer than the reclaim time of %s: its entry is handed to"
                  .formatted(took, windows.reclaim())
              + " another run, so turn heartbeats on or make it shorter";
      kit.events()
          .on(
              new JobEvent.Trouble(
                  "handler of type " + run.ref().type(), new IllegalStateException(why)));
    }
  }

  static Duration took(ActiveRun<?> run) {
    return Duration.ofNanos(run.tookNanos());
  }

  static String name(Throwable failure) {
    return failure.getClass().getName();
  }

  static String cause(Throwable failure) {
    StringBuilder text = new StringBuilder(String.valueOf(failure));
    for (Throwable t = failure.getCause(); t != null && text.length() < 4000; t = t.getCause()) {
      text.append("\n  caused by ").append(t);
    }
    return text.toString();
  }
}
