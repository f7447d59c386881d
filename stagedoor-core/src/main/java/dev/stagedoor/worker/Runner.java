package dev.stagedoor.worker;

import dev.stagedoor.effect.ProcessedJobs;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Delivered;
import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.PayloadUnreadable;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Transition;
import dev.stagedoor.job.Windows;
import dev.stagedoor.outbox.Ending;
import dev.stagedoor.outbox.Finished;
import dev.stagedoor.outbox.JobRows;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamEntry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Takes one entry from delivery to outcome.
 *
 * <p>A first delivery reads nothing: the entry is believed to be run 0 of its attempt, and the
 * statement that owns an effect asks the row. A redelivery is counted on the row <em>first</em>;
 * then the entry is extended, and the handler is called only if the entry is still ours. The other
 * order lets two workers believe that each has the newest run.
 *
 * <p>Thread-safe; called by many slots.
 */
final class Runner {
  private static final Duration LONGEST_RELEASE = Duration.ofMinutes(5);

  private final Map<String, Registered<?>> handlers;
  private final RunKit kit;
  private final JobRows rows;
  private final JobStream stream;
  private final Windows windows;
  private final String worker;
  private final Gate gate;
  private final Watchdog watchdog;
  private final Outcomes outcomes;
  private final Stopped stopped;

  /** Whether nothing more of a queue is started: the worker is closing, or the queue is paused. */
  interface Stopped {
    boolean is(String queue);
  }

  Runner(
      Map<String, Registered<?>> handlers,
      RunKit kit,
      JobRows rows,
      JobStream stream,
      Windows windows,
      String worker,
      Gate gate,
      Watchdog watchdog,
      Outcomes outcomes,
      Stopped stopped) {
    this.handlers = Map.copyOf(handlers);
    this.kit = kit;
    this.rows = rows;
    this.stream = stream;
    this.windows = windows;
    this.worker = worker;
    this.gate = gate;
    this.watchdog = watchdog;
    this.outcomes = outcomes;
    this.stopped = stopped;
  }

  /**
   * Runs it, or finds that it is not to be run. When this returns, its outcome is offered.
   *
   * @throws SQLException if the database could not be asked: the entry is left, to be reclaimed
   */
  void run(Held held) throws SQLException, InterruptedException {
    StreamEntry entry = held.entry();
    RunRef first = held.ref(0, worker);
    Registered<?> registered = handlers.get(entry.type());
    if (held.isLost()) {
      outcomes.offer(new Outcome.Leave(held, first, null, Duration.ZERO));
    } else if (registered == null) {
      release(held, first);
    } else if (held.reclaimedFrom() == null && !entry.again()) {
      start(held, first, registered, Delivered.FIRST, false);
    } else {
      redelivered(held, registered);
    }
  }

  /** 1 s, 2 s, 4 s … 5 min: some other process may know the type, or the next deploy will. */
  private void release(Held held, RunRef ref) {
    long seconds = 1L << Math.min(ref.attempt() - 1, 20);
    Duration delay = Duration.ofSeconds(Math.min(seconds, LONGEST_RELEASE.toSeconds()));
    Ending ending =
        Ending.released(delay, "no handler for type \"" + ref.type() + "\" in " + worker);
    offer(held, ref, ending, windows.retry(), Duration.ZERO);
  }

  private void redelivered(Held held, Registered<?> registered)
      throws SQLException, InterruptedException {
    StreamEntry entry = held.entry();
    Optional<JobRows.Redelivered> counted =
        rows.redeliver(entry.jobId(), entry.attempt(), deceased(held));
    RunRef ref = held.ref(counted.map(JobRows.Redelivered::run).orElse(0), worker);
    if (counted.isEmpty()) {
      kit.events().on(new JobEvent.Absorbed(ref, Technique.JOB_ID, "job gone"));
      outcomes.offer(new Outcome.Settle(held, ref));
      return;
    }
    kit.events().on(Outcomes.moved(ref, Transition.REDELIVER, null));
    if (counted.get().dead()) {
      kit.events().on(Outcomes.moved(ref, Transition.DIE, "its process died while it ran"));
      outcomes.offer(new Outcome.Settle(held, ref));
    } else if (isOurs(held)) {
      Delivered how =
          held.reclaimedFrom() == null ? Delivered.PUBLISHED_AGAIN : Delivered.RECLAIMED;
      start(held, ref, registered, how, counted.get().alone());
    } else {
      outcomes.offer(new Outcome.Leave(held, ref, null, Duration.ZERO));
    }
  }

  /** Null for an entry of our own that we were too slow to extend: nobody died of it. */
  private @Nullable String deceased(Held held) {
    return worker.equals(held.reclaimedFrom()) ? null : held.reclaimedFrom();
  }

  /** Asked after the run was counted: whoever reclaimed the entry meanwhile has a newer number. */
  private boolean isOurs(Held held) {
    Extended extended = stream.extend(held.queue(), worker, List.of(held.entryId()));
    return extended.mine(held.entryId());
  }

  private <P> void start(
      Held held, RunRef ref, Registered<P> registered, Delivered how, boolean alone)
      throws SQLException, InterruptedException {
    P payload;
    try {
      Optional<P> decoded = payload(held.entry(), registered);
      if (decoded.isEmpty()) {
        outcomes.offer(new Outcome.Settle(held, ref));
        return;
      }
      payload = decoded.get();
    } catch (PayloadUnreadable e) {
      offer(held, ref, Ending.dead(cause(e), name(e)), registered.retry(), Duration.ZERO);
      return;
    }
    Gate.Pass pass = gate.enter(alone);
    try {
      if (stopped.is(held.queue())) {
        offer(held, ref, Ending.handedBack(), registered.retry(), Duration.ZERO);
      } else if (held.isLost()) {
        outcomes.offer(new Outcome.Leave(held, ref, null, Duration.ZERO));
      } else {
        call(new ActiveRun<>(held, ref, payload, registered, kit, watchdog, pass), how);
      }
    } finally {
      pass.giveBack();
    }
  }

  /** The entry's copy, else the row's; empty if the row is not wanted any more. */
  private <P> Optional<P> payload(StreamEntry entry, Registered<P> registered) throws SQLException {
    if (entry.payload() != null) {
      try {
        return Optional.of(registered.payload(entry.type(), entry.payload(), kit.codec()));
      } catch (PayloadUnreadable e) {
        // the entry may be damaged: the row is the truth, and its own failure names the cause
      }
    }
    Optional<String> stored = rows.payload(entry.jobId(), entry.attempt());
    return stored.map(text -> registered.payload(entry.type(), text, kit.codec()));
  }

  private <P> void call(ActiveRun<P> run, Delivered how) {
    Held held = run.held();
    held.startedAs(run);
    if (!run.registered().heartbeat()) {
      held.stopExtending();
    }
    kit.events().on(new JobEvent.RunStarted(run.ref(), how, held.reclaimedFrom()));
    Throwable failure = null;
    Finished.How completed = null;
    run.enter();
    if (held.isLost()) {
      run.interrupt(Why.SUPERSEDED); // told while there was no thread to interrupt
    }
    Future<?> timeout =
        watchdog.after(run.registered().timeout(), () -> interrupt(run, Why.TIME_OUT));
    try {
      completed = callHandler(run);
    } catch (Throwable t) { // the failure path accepts anything; what it was is kept with the job
      failure = t;
    }
    run.leave();
    timeout.cancel(false);
    kit.events().on(new JobEvent.RunReturned(run.ref(), failure, took(run)));
    ended(run, failure, completed);
  }

  /** Set if the job is complete already: its effect, record and completion have committed. */
  private static <P> Finished.@Nullable How callHandler(ActiveRun<P> run) throws Exception {
    if (run.registered().calls() instanceof Registered.Once<P> once) {
      return once(run, once);
    }
    ((Registered.Plain<P>) run.registered().calls()).handler().handle(run);
    return null;
  }

  /**
   * Effect, record and completion in one commit. If the commit's reply is lost we cannot know: the
   * failure that is then written finds no live row if it happened, and settles.
   */
  private static <P> Finished.How once(ActiveRun<P> run, Registered.Once<P> once) throws Exception {
    return run.<Finished.How, Exception>inTransaction(
        connection -> {
          if (run.begin(connection, ProcessedJobs.COMPLETION) != ProcessedJobs.Begun.FRESH) {
            throw run.notWanted();
          }
          once.handler().handle(run, run.tx(connection));
          return complete(connection, run);
        });
  }

  private static Finished.How complete(Connection connection, ActiveRun<?> run)
      throws SQLException {
    Finished.How how = Finished.inOwnTransaction(connection, run.ref());
    if (how == Finished.How.NOT_WANTED) {
      throw run.notWanted(); // rolls the effect back
    }
    return how;
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

  private void ended(
      ActiveRun<?> run, @Nullable Throwable failure, Finished.@Nullable How completed) {
    Why why = run.interrupted();
    if (completed != null) {
      Transition transition =
          completed == Finished.How.AGAIN ? Transition.COMPLETE_AGAIN : Transition.COMPLETE;
      kit.events().on(new JobEvent.Applied(run.ref(), Technique.JOB_ID, "completion"));
      kit.events().on(Outcomes.moved(run.ref(), transition, null));
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
   * Whoever interrupted it has written the outcome; what a zombie throws later is still a cause.
   */
  private void remember(ActiveRun<?> run, @Nullable Throwable failure) {
    if (failure == null) {
      notDone(run, "it was interrupted: " + run.interrupted());
    } else {
      outcomes.offer(new Outcome.Leave(run.held(), run.ref(), cause(failure), took(run)));
    }
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

  private void offer(Held held, RunRef ref, Ending ending, RetryPolicy retry, Duration took) {
    outcomes.offer(new Outcome.Ends(held, ref, ending, retry, took, true));
  }

  private static Duration took(ActiveRun<?> run) {
    return Duration.ofNanos(run.tookNanos());
  }

  private static String name(Throwable failure) {
    return failure.getClass().getName();
  }

  private static String cause(Throwable failure) {
    StringBuilder text = new StringBuilder(String.valueOf(failure));
    for (Throwable t = failure.getCause(); t != null && text.length() < 4000; t = t.getCause()) {
      text.append("\n  caused by ").append(t);
    }
    return text.toString();
  }
}
