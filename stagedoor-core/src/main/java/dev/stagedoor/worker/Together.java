package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Delivered;
import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.JobId;
import dev.stagedoor.outbox.Finished;
import dev.stagedoor.tx.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * First deliveries of one type that are run in one slot: a batch, whose handler is called once with
 * all of them; or a group, whose handler is called with each, in one transaction of all.
 *
 * <p>What goes wrong with one of them is that one's alone. A batch whose handler throws is handed
 * to it again one by one. In a group each has a savepoint, and only its own effects are rolled back
 * to it. What is wrong with the database is everybody's: a deadlock or serialization failure that
 * does not end by trying again, or a lost connection, fails all of them, since one by one they
 * would only meet it as often as they are many. A lock that a twin holds is not: those go one by
 * one, and only the twin's waits.
 */
final class Together {
  private final Runner runner;
  private final Endings endings;
  private final RunKit kit;

  Together(Runner runner, Endings endings, RunKit kit) {
    this.runner = runner;
    this.endings = endings;
    this.kit = kit;
  }

  /**
   * Runs them.
   *
   * @param runs by job id, and no job twice; may be empty
   */
  <P> void run(List<ActiveRun<P>> runs, Registered<P> registered)
      throws SQLException, InterruptedException {
    if (runs.isEmpty()) {
      return;
    }
    if (registered.calls() instanceof Registered.Batch<P> batch) {
      batch(runs, batch);
    } else {
      group(runs, (Registered.Once<P>) registered.calls());
    }
  }

  // ---- a batch

  private <P> void batch(List<ActiveRun<P>> runs, Registered.Batch<P> calls)
      throws SQLException, InterruptedException {
    runs.forEach(run -> run.thread().share());
    ActiveBatch<P> batch = new ActiveBatch<>(runs, kit);
    List<Future<?>> timeouts = new ArrayList<>();
    runs.forEach(run -> timeouts.add(runner.begin(run, Delivered.FIRST)));
    Throwable failure = null;
    try {
      calls.handler().handle(batch);
    } catch (Throwable t) { // the failure path accepts anything
      failure = t;
    }
    stopWithOneAll(runs);
    for (int i = 0; i < runs.size(); i++) {
      runner.returned(runs.get(i), timeouts.get(i), failure);
    }
    for (ActiveRun<P> run : runs) {
      Finished.Completion completed = batch.completed(run);
      if (completed == null && failure != null && isItsOwn(failure, runs)) {
        runner.runAlone(run.held());
      } else {
        endings.ended(run, failure, completed);
      }
    }
  }

  /**
   * Time-outs and the end of a drain come to one run after the other, and the first has ended the
   * call of all: to the others it has come, too, or what the interrupt threw would be their
   * failure.
   */
  private void stopWithOneAll(List<? extends ActiveRun<?>> runs) {
    runs.stream()
        .filter(Together::wasStopped)
        .findFirst()
        .map(ActiveRun::interrupted)
        .ifPresent(why -> runs.forEach(run -> endings.interrupt(run, why)));
  }

  /** Whether the handler failed for a reason that may be one job's. */
  private static boolean isItsOwn(Throwable failure, List<? extends ActiveRun<?>> runs) {
    return runs.size() > 1
        && runs.stream().noneMatch(Together::wasStopped)
        && (isHeldByATwin(failure)
            || !SqlStates.tryAgain(failure) && !SqlStates.connectionLost(failure));
  }

  private static boolean isHeldByATwin(Throwable failure) {
    return "55P03".equals(SqlStates.of(failure));
  }

  private static boolean wasStopped(ActiveRun<?> run) {
    return run.interrupted() == Why.TIME_OUT || run.interrupted() == Why.SHUTDOWN;
  }

  // ---- a group

  private <P> void group(List<ActiveRun<P>> runs, Registered.Once<P> calls)
      throws SQLException, InterruptedException {
    Group<P> group = new Group<>(runs, calls);
    Map<JobId, Finished.Completion> completed;
    try {
      completed = new ManyCompletions(kit.transactions()).<SQLException>run(runs, group::effects);
    } catch (Throwable t) { // nothing of it is committed, or nobody knows
      failed(runs, group, t);
      return;
    }
    for (ActiveRun<P> run : runs) {
      Finished.Completion how = completed.get(run.jobId());
      if (how != null) {
        kit.events().on(told(run, how));
      }
      ended(run, group, how);
    }
  }

  static JobEvent told(ActiveRun<?> run, Finished.Completion completion) {
    return completion.how() == Finished.How.NOT_WANTED
        ? new JobEvent.Absorbed(run.ref(), Technique.JOB_ID, "completion")
        : new JobEvent.Applied(run.ref(), Technique.JOB_ID, "completion");
  }

  private <P> void ended(ActiveRun<P> run, Group<P> group, Finished.@Nullable Completion how)
      throws SQLException, InterruptedException {
    if (how == null && group.failure(run) == null && !wasStopped(run)) {
      runner.runAlone(run.held()); // it was not called: handed back, left, or run after all
    } else {
      endings.ended(run, group.failure(run), how);
    }
  }

  private <P> void failed(List<ActiveRun<P>> runs, Group<P> group, Throwable failure)
      throws SQLException, InterruptedException {
    boolean stopped = runs.stream().anyMatch(Together::wasStopped);
    for (ActiveRun<P> run : runs) {
      Throwable own = group.failure(run);
      if (!wasStopped(run) && (own == null && stopped || isBeside(run, group, failure))) {
        runner.runAlone(run.held());
      } else {
        endings.ended(run, own == null ? failure : own, null);
      }
    }
  }

  /**
   * Whether what has failed is not this run's: it was not called, or a twin of another holds on.
   */
  private static <P> boolean isBeside(ActiveRun<P> run, Group<P> group, Throwable failure) {
    return isHeldByATwin(failure) || group.wasLeftOut(run);
  }

  /** The runs of one transaction, one after the other, each behind a savepoint. */
  private final class Group<P> {
    private final List<ActiveRun<P>> runs;
    private final Registered.Once<P> calls;
    private final Map<JobId, Throwable> failures = new HashMap<>();
    private final Set<JobId> called = new HashSet<>();

    private Group(List<ActiveRun<P>> runs, Registered.Once<P> calls) {
      this.runs = runs;
      this.calls = calls;
    }

    @Nullable Throwable failure(ActiveRun<P> run) {
      return failures.get(run.jobId());
    }

    boolean wasLeftOut(ActiveRun<P> run) {
      return !called.contains(run.jobId());
    }

    /** Called again as a whole where the database asks for that: nothing of it has happened. */
    Set<JobId> effects(Connection connection, Set<JobId> fresh) throws SQLException {
      failures.clear();
      called.clear();
      Set<JobId> done = new HashSet<>();
      execute(connection, "SAVEPOINT stagedoor_job");
      for (ActiveRun<P> run : runs) {
        if (fresh.contains(run.jobId()) && runner.isStartable(run.held()) && !wasStopped(run)) {
          if (isDone(connection, run)) {
            done.add(run.jobId());
          }
        }
      }
      return done;
    }

    private boolean isDone(Connection connection, ActiveRun<P> run) throws SQLException {
      called.add(run.jobId());
      List<Runnable> hints = new ArrayList<>();
      Throwable failure = call(run, connection, hints);
      if (failure == null && !wasStopped(run)) {
        try {
          execute(connection, "RELEASE SAVEPOINT stagedoor_job; SAVEPOINT stagedoor_job");
          hints.forEach(kit.transactions()::afterCommit);
          return true;
        } catch (SQLException e) { // a statement of its had failed, and it swallowed that
          failure = e;
        }
      }
      if (failure != null) {
        failures.put(run.jobId(), failure);
      }
      if (failure != null && isEverybodys(failure)) {
        throw new SQLException(
            String.valueOf(failure.getMessage()), SqlStates.of(failure), failure);
      }
      execute(connection, "ROLLBACK TO SAVEPOINT stagedoor_job");
      return false;
    }

    private static boolean isEverybodys(Throwable failure) {
      return SqlStates.tryAgain(failure) || SqlStates.connectionLost(failure);
    }

    private @Nullable Throwable call(
        ActiveRun<P> run, Connection connection, List<Runnable> hints) {
      Throwable failure = null;
      Future<?> timeout = runner.begin(run, Delivered.FIRST);
      run.join();
      try {
        calls.handler().handle(run, run.tx(connection, hints));
      } catch (Throwable t) { // the failure path accepts anything
        failure = t;
      }
      run.part();
      runner.returned(run, timeout, failure);
      return failure;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
      try (var statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }
}
