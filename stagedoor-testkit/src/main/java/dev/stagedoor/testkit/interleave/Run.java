package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.path.End;
import dev.stagedoor.testkit.world.Boundary;
import dev.stagedoor.testkit.world.Crash;
import dev.stagedoor.testkit.world.Order;
import dev.stagedoor.testkit.world.Outcome;
import dev.stagedoor.testkit.world.Stops;
import dev.stagedoor.testkit.world.Work;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One run of the handler on a thread of its own, which moves only when it is let.
 *
 * <p>Hand-over: the run writes what it reached, then {@code state}, and wakes the stage; the stage
 * reads {@code state} first. The other way round the stage writes {@code order} last. So each sees
 * what the other wrote, and only one of the two goes at any time; the exception is a run that waits
 * inside PostgreSQL, which goes on by itself when the server lets it. A run that is to take the
 * next step as well finds that out by itself, see {@link Stage.Turn}.
 */
final class Run implements Stops {
  enum State {
    RUNNING,
    PARKED,
    ENDED
  }

  private final String name;
  private final Stage stage;
  private final Set<String> committed = new HashSet<>();
  private volatile @Nullable Thread thread;
  private volatile State state = State.RUNNING;
  private volatile @Nullable Order order;
  private volatile @Nullable String killedAt;
  private volatile boolean killed;
  private volatile int backend;
  private volatile boolean waitingForConnection;
  private @Nullable Boundary at;
  private int passed;
  private @Nullable End end;
  private @Nullable Throwable failure;

  Run(String name, Stage stage) {
    this.name = name;
    this.stage = stage;
  }

  /** The name of the run that was started after so many. */
  static String name(int before) {
    return String.valueOf((char) ('A' + before));
  }

  // ---- the run's thread

  private void live(Work body) {
    try {
      body.run();
      end = killedAt == null ? End.COMPLETED : End.CRASHED;
    } catch (Throwable t) { // how it ended is judged by whoever looks at the run
      failure = t;
      end = killedAt == null ? End.FAILED : End.CRASHED;
    }
    stage.handBack(this);
    state = State.ENDED;
    stage.wake();
  }

  @Override
  public Order reach(Boundary boundary) {
    if (Thread.currentThread() != thread) {
      throw stage.strayThread(this, boundary);
    }
    if (killedAt != null) {
      throw new Crash(killedAt);
    }
    passed++;
    at = boundary;
    stage.arrived(boundary);
    Order atOnce = stage.goesOnAtOnce(this);
    if (atOnce != null) {
      return atOnce;
    }
    stage.wake();
    Order given = awaitOrder();
    if (killed) {
      killedAt = boundary.label();
      stage.crashed(this);
      throw new Crash(boundary.label());
    }
    return given;
  }

  private Order awaitOrder() {
    boolean interrupted = false;
    while (order == null) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted(); // or park would return at once, for ever
    }
    Order given = Objects.requireNonNull(order);
    order = null;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return given;
  }

  @Override
  public void happened(Outcome outcome) {
    if (Thread.currentThread() == thread) {
      stage.happened(this, outcome);
    }
  }

  @Override
  public void asking(int backend) {
    this.backend = backend;
  }

  @Override
  public boolean isAnotherWaiting() {
    return stage.isAnyWaiting();
  }

  @Override
  public void waitingForConnection(boolean waiting) {
    waitingForConnection = waiting;
  }

  @Override
  public void committed(Set<String> tables) {
    committed.addAll(tables);
  }

  @Override
  public boolean isDead() {
    return killedAt != null;
  }

  @Override
  public void returned() {
    String where = killedAt;
    if (where != null) {
      stage.swallowed(this, where);
    }
  }

  // ---- the stage's thread

  String name() {
    return name;
  }

  /** Another process was this run, and is dead. */
  void bury() {
    killedAt = "it was killed";
    end = End.CRASHED;
    state = State.ENDED;
  }

  /** Whether a thread is one of a run. */
  static boolean isRunning(Thread thread) {
    return thread instanceof Running;
  }

  private static final class Running extends Thread {
    Running(Runnable life, String name) {
      super(life, name);
    }
  }

  void start(Work body) {
    Thread started = new Running(() -> live(body), "run " + name);
    started.setDaemon(true);
    thread = started;
    started.start();
  }

  // ---- on either, whichever has the baton

  /** It is at a boundary. */
  void arrive() {
    state = State.PARKED;
  }

  /** It goes on at once. */
  void goOn() {
    state = State.RUNNING;
  }

  // ---- the stage's thread

  /** Lets it go on from its boundary. */
  void go(Order next) {
    state = State.RUNNING;
    order = next;
    LockSupport.unpark(thread());
  }

  /** Lets it go on to its death. */
  void kill() {
    killed = true;
    go(Order.GO);
  }

  /** It is ended from outside: whatever it reaches next, it is dead. */
  void doom() {
    killedAt = "it was ended";
  }

  State state() {
    return state;
  }

  Thread thread() {
    return Objects.requireNonNull(thread, "it has not been started");
  }

  /** The server process that it waits for; 0 for none. */
  int backend() {
    return backend;
  }

  boolean isWaitingForConnection() {
    return waitingForConnection;
  }

  /** Where it is parked. */
  Boundary at() {
    return Objects.requireNonNull(at, "it has reached no boundary");
  }

  /** The number of the boundary where it is, from 1; 0 before the first. */
  int passed() {
    return passed;
  }

  @Nullable End end() {
    return state == State.ENDED ? end : null;
  }

  /** What ended it; null if it returned. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** The tables whose rows it changed and committed. */
  Set<String> committed() {
    return committed;
  }
}
