package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.path.End;
import dev.stagedoor.testkit.world.Boundary;
import dev.stagedoor.testkit.world.Order;
import dev.stagedoor.testkit.world.Outcome;
import dev.stagedoor.testkit.world.Side;
import dev.stagedoor.testkit.world.Work;
import dev.stagedoor.testkit.world.WrongUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Where runs move, one at a time, on a server where one may wait for another's lock.
 *
 * <p>A run is let go from its boundary and waited for until it is at the next, has ended, or is
 * found waiting: still going after the time that steps take, the server is asked whom it waits for.
 * A waiting run is left alone, and looked at again after every step of another: so the point at
 * which it goes on is the step that freed it, in every repetition. {@code lock_timeout} would
 * change what the handler does, and is not used.
 *
 * <p>Who lets runs go is whoever has the <em>baton</em>: this stage's thread, or for a moment the
 * run itself that has come to its next boundary while no other waits. Mostly it is told to go on,
 * and two changes of thread are spared. Found waiting for a lock, a run has the baton taken from it
 * by compare-and-set: so either that happens, or it decides, never both.
 *
 * <p>A deadlock is PostgreSQL's to end; whose check finds it is settled by who waits first.
 */
final class Stage {
  private static final Object DECIDING = "a run decides";
  private static final long CHECK_OVER = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MOST_BOUNDARIES = 500;
  private static final long LONGEST_NAP = TimeUnit.MILLISECONDS.toNanos(5);

  private final LockWaits waits;
  private final Eviction eviction;
  private final Findings findings = new Findings();
  private final Patience patience;
  private final long stepLimit;
  private final Probe probe;
  private final Turn turn;
  private final Thread thread = Thread.currentThread();
  private final List<Run> runs = new ArrayList<>();
  private final Lines lines = new Lines();

  /** Null: this stage's thread; the run that has been let go; or DECIDING, that run meanwhile. */
  private final AtomicReference<@Nullable Object> baton = new AtomicReference<>();

  private volatile long letGo;
  private boolean hung;
  private @Nullable Run last;
  private volatile @Nullable Throwable broken;

  /** Looks around before and after each effect, on the run's thread. */
  interface Probe {
    Probe NONE =
        new Probe() {
          @Override
          public void before(Boundary boundary) {}

          @Override
          public void after() {}
        };

    void before(Boundary boundary);

    void after();
  }

  /** Decides what comes next, on the thread of the run that has just come to a boundary. */
  interface Turn {
    /** The order to this run if it is the one to move, else null; asked once a boundary. */
    @Nullable Order next(Run run);
  }

  Stage(Side side, Patience patience, long stepLimitNanos, Probe probe, Turn turn) {
    this.waits = new LockWaits(side);
    this.eviction = new Eviction(side);
    this.patience = patience;
    this.stepLimit = stepLimitNanos;
    this.probe = probe;
    this.turn = turn;
  }

  // ---- the player's side

  /** Starts a run, which goes to its first boundary. */
  void start(Run run, Work body) throws SQLException {
    runs.add(run);
    run.start(body);
    settle(run);
  }

  /** Lets a parked run take its step, and those go on that it frees. */
  void step(Run run, String fault) throws SQLException {
    if (fault.equals(Choice.CRASH)) {
      lines.step(run, fault);
      last = run;
      run.kill();
    } else {
      Order order = letGo(run, fault);
      baton.set(run);
      run.go(order);
    }
    settle(run);
    settleWaiting();
    if (run.state() == Run.State.PARKED && run.passed() > MOST_BOUNDARIES) {
      hang(run, "is not at its end after " + MOST_BOUNDARIES + " boundaries");
    }
  }

  /** What is said to a run that is let go. */
  Order letGo(Run run, String fault) {
    lines.step(run, fault);
    last = run;
    letGo = System.nanoTime();
    return order(fault);
  }

  /** A run that another process was, which died at the last of these boundaries. */
  void bury(Run run, List<Death.Passed> passed) {
    run.bury();
    runs.add(run);
    lines.buried(run, passed);
  }

  /** Something that happens to no run. */
  void note(String label) {
    lines.note(label);
  }

  /** A run is over; said once. */
  void ended(Run run) {
    Throwable failure = run.failure();
    if (run.end() == End.FAILED && failure != null && !run.isDead()) {
      lines.threw(run, failure);
    }
  }

  private static Order order(String fault) {
    return switch (fault) {
      case Choice.NONE -> Order.GO;
      case Choice.LOST -> Order.LOSE;
      default -> new Order.Reject(fault);
    };
  }

  /** The number of the boundary where it is; 0 for its acknowledgement. */
  static int number(Run run) {
    return run.at().kind() == Boundary.Kind.ACK ? 0 : run.passed();
  }

  /** Waits until one that waits for another's lock gets it, or PostgreSQL ends a deadlock. */
  void awaitWaiting() throws SQLException {
    long until = System.nanoTime() + stepLimit;
    while (parked().isEmpty() && waits.isAny() && !hung) {
      settleWaiting();
      LockSupport.parkNanos(patience.nanos()); // or until one comes
      if (System.nanoTime() > until) {
        hang(waits.all().get(0), inTime());
      }
    }
  }

  /** Those that wait for their turn; who waits for others to move is not among them meanwhile. */
  List<Run> parked() {
    List<Run> parked = runs.stream().filter(run -> run.state() == Run.State.PARKED).toList();
    List<Run> able = parked.stream().filter(run -> !isPausing(run)).toList();
    return able.isEmpty() && !waits.isAny() ? parked : able;
  }

  private boolean isPausing(Run run) {
    return run.at().kind() == Boundary.Kind.WAIT && last == run;
  }

  boolean isOver() {
    return hung || runs.stream().allMatch(run -> run.state() == Run.State.ENDED);
  }

  List<Run> runs() {
    return runs;
  }

  List<Finding> findings() {
    return findings.all();
  }

  void find(Finding finding) {
    findings.add(finding);
  }

  List<Event> events() {
    return lines.events();
  }

  /**
   * Whether two runs wait for locks of a third: which of them the server wakes first is not ours to
   * say, so nothing that follows would be the same in the next repetition. Nothing is lost by not
   * going on: a run that waits does what it would do if it came later, and that is played as well.
   */
  boolean isCrowded() {
    return waits.all().size() > 1;
  }

  /** Whether a run did not come to its next boundary: nothing more can be played. */
  boolean isHung() {
    return hung;
  }

  /** Lets every parked run die; false if there was none. */
  boolean killParked() throws SQLException {
    List<Run> parked = parked();
    for (Run run : parked) {
      run.kill();
      settle(run);
    }
    return !parked.isEmpty();
  }

  /** Ends from outside what does not end by itself; what does not even then is left behind. */
  void evictRest() throws SQLException {
    eviction.of(runs);
  }

  // ---- the runs' side

  /**
   * The order to go on, if the run has the baton and keeps it. Otherwise it is parked, and may be
   * let go at any moment from now: whatever it does next must not say again where it is.
   */
  @Nullable Order goesOnAtOnce(Run run) {
    if (!baton.compareAndSet(run, DECIDING)) {
      run.arrive();
      return null;
    }
    patience.took(System.nanoTime() - letGo);
    Order order = null;
    run.arrive();
    try {
      order = !waits.isAny() && run.passed() <= MOST_BOUNDARIES ? turn.next(run) : null;
    } catch (RuntimeException | Error e) { // thrown again where it can be
      broken = e;
    }
    if (order != null) {
      run.goOn();
    }
    baton.set(order == null ? null : run);
    return order;
  }

  /** The run is at its end, and so decides nothing. */
  void handBack(Run run) {
    baton.compareAndSet(run, null);
  }

  void wake() {
    LockSupport.unpark(thread);
  }

  void arrived(Boundary boundary) {
    probing(() -> probe.before(boundary));
  }

  void happened(Run run, Outcome outcome) {
    probing(probe::after);
    lines.lastOf(run).ifPresent(line -> line.outcome(outcome));
  }

  /** What the test's own counting throws is not the handler's to catch. */
  private void probing(Runnable look) {
    try {
      look.run();
    } catch (RuntimeException e) {
      broken = e;
    }
  }

  void crashed(Run run) {
    happened(run, Outcome.DEATH);
  }

  void swallowed(Run run, String where) {
    findings.swallowed(run, where);
  }

  Error strayThread(Run run, Boundary boundary) {
    if (Run.isRunning(Thread.currentThread())) {
      return new Strayed(
          new WrongUse(
              Thread.currentThread().getName()
                  + " uses what "
                  + run.name()
                  + " was given: make the handler inside of the outer lambda, w -> () -> new"
                  + " Handler(w.dataSource()).handle(…), since each run is another process"));
    }
    findings.strayThread(run, boundary);
    return new Strayed(null);
  }

  /** What a stray thread gets. */
  @SuppressWarnings("serial")
  private static final class Strayed extends Error {
    Strayed(@Nullable WrongUse why) {
      super("a world belongs to the thread of its run", why);
    }
  }

  // ---- waiting for a run

  /** Looks again at those that wait for another's lock. */
  void settleWaiting() throws SQLException {
    for (Run run : waits.all()) {
      if (run.state() != Run.State.RUNNING || !waits.isBlocked(run)) {
        settle(run);
      }
    }
  }

  private void settle(Run run) throws SQLException {
    long began = System.nanoTime();
    boolean deadlocked = false;
    while (run.state() == Run.State.RUNNING || baton.get() != null) {
      long gone = System.nanoTime() - Math.max(began, letGo);
      if (gone < patience.nanos()) {
        LockSupport.parkNanos(patience.nanos() - gone);
        continue;
      }
      LockWaits.Kind why = waits.of(run);
      if (why == LockWaits.Kind.DEADLOCK && !deadlocked) {
        deadlocked = true; // who waits second gets the time to find it
        LockSupport.parkNanos(CHECK_OVER);
      } else if (why == LockWaits.Kind.NONE) {
        deadlocked = false;
        if (!goesOn(run, gone)) {
          return;
        }
      } else if (takeBaton(run)) {
        waits.add(run, lines);
        return;
      }
    }
    if (!waits.remove(run) && !deadlocked) {
      patience.took(System.nanoTime() - Math.max(began, letGo));
    }
    rethrow();
  }

  /** Not from a run that decides, or has moved on. */
  private boolean takeBaton(Run run) {
    return baton.get() == null || baton.compareAndSet(run, null);
  }

  private void rethrow() {
    if (broken instanceof RuntimeException e) {
      throw e;
    }
    if (broken instanceof Error e) {
      throw e;
    }
  }

  /** Whether any run waits for a lock. */
  boolean isAnyWaiting() {
    return waits.isAny();
  }

  /** Neither at a boundary nor waiting for a lock: a slow step, or one that will never end. */
  private boolean goesOn(Run run, long gone) {
    if (gone > LOOK) {
      Finding why = Place.whatItWaitsFor(run, gone);
      if (why != null) {
        find(why);
      }
    }
    if (gone > stepLimit && takeBaton(run)) {
      hang(run, inTime());
      return false;
    }
    LockSupport.parkNanos(Math.min(gone, LONGEST_NAP));
    return true;
  }

  private String inTime() {
    return "did not come to its next boundary within "
        + TimeUnit.NANOSECONDS.toMillis(stepLimit)
        + " ms";
  }

  private void hang(Run run, String how) {
    hung = true;
    findings.hang(run, how, runs);
  }
}
