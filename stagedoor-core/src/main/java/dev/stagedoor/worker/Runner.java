package dev.stagedoor.worker;

import dev.stagedoor.effect.ProcessedJobs;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Delivered;
import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.PayloadUnreadable;
import dev.stagedoor.job.Transition;
import dev.stagedoor.job.Windows;
import dev.stagedoor.outbox.Ending;
import dev.stagedoor.outbox.Finished;
import dev.stagedoor.outbox.JobRows;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamEntry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final Endings endings;
  private final Together together;
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
    this.endings = new Endings(kit, windows, outcomes);
    this.together = new Together(this, endings, kit);
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
      if (registered.atMost() > 1) {
        runTogether(List.of(held), registered);
      } else {
        start(held, first, registered, Delivered.FIRST, false);
      }
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
    endings.offer(held, ref, ending, windows.retry(), Duration.ZERO);
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
    } else if (outcomes.isOurs(held, worker)) { // asked after counting: whoever has it is newer
      Delivered how =
          held.reclaimedFrom() == null ? Delivered.PUBLISHED_AGAIN : Delivered.RECLAIMED;
      start(held, ref, registered, how, counted.get().suspect());
    } else {
      outcomes.offer(new Outcome.Leave(held, ref, null, Duration.ZERO));
    }
  }

  /** Null for an entry of our own that we were too slow to extend: nobody died of it. */
  private @Nullable String deceased(Held held) {
    return worker.equals(held.reclaimedFrom()) ? null : held.reclaimedFrom();
  }

  /** A suspect's payload is not looked at before it is alone: that could be what kills. */
  private <P> void start(
      Held held, RunRef ref, Registered<P> registered, Delivered how, boolean suspect)
      throws SQLException, InterruptedException {
    Gate.Pass pass = gate.enter(suspect);
    try {
      if (isStartable(held, ref, registered) && (!suspect || beginsAlone(held, ref))) {
        Optional<P> payload = readable(held, ref, registered);
        payload.ifPresent(
            p -> call(new ActiveRun<>(held, ref, p, registered, kit, watchdog, pass), how));
      }
    } finally {
      pass.giveBack();
    }
  }

  /** Whether it may begin; if not, its entry is left to whoever has the newer run. */
  private boolean beginsAlone(Held held, RunRef ref) throws SQLException {
    boolean begins = rows.beginAlone(ref);
    if (!begins) {
      outcomes.offer(new Outcome.Leave(held, ref, null, Duration.ZERO));
    }
    return begins;
  }

  /** Whether it may start now; if not, what becomes of it is offered. */
  private boolean isStartable(Held held, RunRef ref, Registered<?> registered) {
    if (stopped.is(held.queue())) {
      endings.offer(held, ref, Ending.handedBack(), registered.retry(), Duration.ZERO);
      return false;
    }
    if (held.isLost()) {
      outcomes.offer(new Outcome.Leave(held, ref, null, Duration.ZERO));
      return false;
    }
    return true;
  }

  /**
   * Runs first deliveries of one type in this thread, as their handler takes them. When this
   * returns, the outcome of each is offered.
   *
   * @param all at least one; of one job each
   * @throws SQLException if the database could not be asked: entries without an outcome are left,
   *     to be reclaimed
   */
  void runTogether(List<Held> all) throws SQLException, InterruptedException {
    Registered<?> registered = Objects.requireNonNull(handlers.get(all.get(0).entry().type()));
    runTogether(all, registered);
  }

  private <P> void runTogether(List<Held> all, Registered<P> registered)
      throws SQLException, InterruptedException {
    Gate.Pass pass = gate.enter(false);
    try {
      List<ActiveRun<P>> runs = new ArrayList<>();
      for (Held held : all) {
        RunRef ref = held.ref(0, worker);
        Optional<P> payload =
            isStartable(held, ref, registered) ? readable(held, ref, registered) : Optional.empty();
        payload.ifPresent(
            p ->
                runs.add(new ActiveRun<>(held, ref, p, registered, kit, watchdog, Gate.Pass.NONE)));
      }
      runs.sort(Comparator.comparing(run -> run.ref().jobId()));
      together.run(runs, registered);
    } finally {
      pass.giveBack();
    }
  }

  /**
   * Runs what was not called with others, or is to be called again without them; it may not be
   * startable by now.
   */
  void runAlone(Held held) throws SQLException, InterruptedException {
    RunRef ref = held.ref(0, worker);
    Registered<?> registered = Objects.requireNonNull(handlers.get(held.entry().type()));
    startAlone(held, ref, registered);
  }

  /** In the slot, and at the place, of the others. */
  private <P> void startAlone(Held held, RunRef ref, Registered<P> registered) throws SQLException {
    if (isStartable(held, ref, registered)) {
      Optional<P> payload = readable(held, ref, registered);
      payload.ifPresent(
          p ->
              call(
                  new ActiveRun<>(held, ref, p, registered, kit, watchdog, Gate.Pass.NONE),
                  Delivered.FIRST));
    }
  }

  /** Whether it may start now. */
  boolean isStartable(Held held) {
    return !stopped.is(held.queue()) && !held.isLost();
  }

  /**
   * How many jobs of this entry's type are run together, if this one may be among them. A batch
   * times out as a whole, so each attempt is made with a quarter as many: the job that hangs is
   * alone before those that were with it have failed too often.
   */
  int togetherWith(Held held) {
    Registered<?> registered = handlers.get(held.entry().type());
    if (registered == null || !isFirst(held)) {
      return 1;
    }
    int most = registered.atMost();
    return registered.calls() instanceof Registered.Batch
        ? most >> Math.min(30, 2 * (held.entry().attempt() - 1))
        : most;
  }

  /** Whether both may be run together: first deliveries of one type and attempt, of two jobs. */
  static boolean isAlike(Held one, Held other) {
    return isFirst(other)
        && other.entry().attempt() == one.entry().attempt()
        && other.entry().type().equals(one.entry().type())
        && !other.entry().jobId().equals(one.entry().jobId());
  }

  private static boolean isFirst(Held held) {
    return held.reclaimedFrom() == null && !held.entry().again() && !held.isLost();
  }

  /** The payload; empty if there is none to run, and what becomes of the entry is offered. */
  private <P> Optional<P> readable(Held held, RunRef ref, Registered<P> registered)
      throws SQLException {
    try {
      Optional<P> payload = payload(held.entry(), registered);
      if (payload.isEmpty()) {
        outcomes.offer(new Outcome.Settle(held, ref));
      }
      return payload;
    } catch (PayloadUnreadable e) {
      Ending dead = Ending.dead(Endings.cause(e), Endings.name(e));
      endings.offer(held, ref, dead, registered.retry(), Duration.ZERO);
      return Optional.empty();
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
    Throwable failure = null;
    Finished.Completion completed = null;
    Future<?> timeout = begin(run, how);
    try {
      completed = callHandler(run);
    } catch (Throwable t) { // the failure path accepts anything; what it was is kept with the job
      failure = t;
    }
    returned(run, timeout, failure);
    endings.ended(run, failure, completed);
  }

  /** From here on this thread is the run's; the future is its time-out. */
  Future<?> begin(ActiveRun<?> run, Delivered how) {
    Held held = run.held();
    held.startedAs(run);
    if (!run.registered().heartbeat()) {
      held.stopExtending();
    }
    kit.events().on(new JobEvent.RunStarted(run.ref(), how, held.reclaimedFrom()));
    run.thread().enter();
    if (held.isLost()) {
      run.interrupt(Why.SUPERSEDED); // told while there was no thread to interrupt
    }
    return watchdog.after(run.registered().timeout(), () -> endings.interrupt(run, Why.TIME_OUT));
  }

  /** From here on nobody interrupts this thread for the run. */
  void returned(ActiveRun<?> run, Future<?> timeout, @Nullable Throwable failure) {
    run.thread().leave();
    timeout.cancel(false);
    kit.events().on(new JobEvent.RunReturned(run.ref(), failure, Endings.took(run)));
    endings.warnIfReclaimed(run);
  }

  /** Set if the job is complete already: its effect, record and completion have committed. */
  private <P> Finished.@Nullable Completion callHandler(ActiveRun<P> run) throws Exception {
    Registered.Calls<P> calls = run.registered().calls();
    if (calls instanceof Registered.Once<P> once) {
      Finished.Completion completion = once(run, once);
      kit.events().on(new JobEvent.Applied(run.ref(), Technique.JOB_ID, "completion"));
      return completion;
    }
    if (calls instanceof Registered.Batch<P> batch) {
      ActiveBatch<P> alone = new ActiveBatch<>(List.of(run), kit);
      batch.handler().handle(alone);
      return alone.completed(run);
    }
    ((Registered.Plain<P>) calls).handler().handle(run);
    return null;
  }

  /**
   * Effect, record and completion in one commit. If the commit's reply is lost we cannot know: the
   * failure that is then written finds no live row if it happened, and settles.
   */
  private static <P> Finished.Completion once(ActiveRun<P> run, Registered.Once<P> once)
      throws Exception {
    return run.<Finished.Completion, Exception>inTransaction(
        connection -> {
          if (run.begin(connection, ProcessedJobs.COMPLETION) != ProcessedJobs.Begun.FRESH) {
            throw run.notWanted();
          }
          once.handler().handle(run, run.tx(connection));
          return complete(connection, run);
        });
  }

  private static Finished.Completion complete(Connection connection, ActiveRun<?> run)
      throws SQLException {
    Finished.Completion completion = Finished.inOwnTransaction(connection, run.ref());
    if (completion.how() == Finished.How.NOT_WANTED) {
      throw run.notWanted(); // rolls the effect back
    }
    return completion;
  }

  Endings endings() {
    return endings;
  }
}
