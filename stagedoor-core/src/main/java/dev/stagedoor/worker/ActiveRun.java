package dev.stagedoor.worker;

import dev.stagedoor.effect.Effect;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Performing;
import dev.stagedoor.effect.ProcessedJobs;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.event.Technique;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.handler.Superseded;
import dev.stagedoor.handler.TxCall;
import dev.stagedoor.handler.TxWork;
import dev.stagedoor.job.JobId;
import dev.stagedoor.outbox.Finished;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.outbox.RunTx;
import dev.stagedoor.stream.StreamEntry;
import dev.stagedoor.tx.Retrying;
import dev.stagedoor.tx.Tx;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call of a handler, and what we know of how it may end.
 *
 * <p>Two threads may want to end it: its slot when the handler returns, and the watchdog (time-out,
 * end of the drain). Whoever comes first under the lock has it; the other does nothing. From the
 * watchdog's word on, the slot's thread is a zombie: nothing that it returns is believed, since the
 * row was rewritten for another run.
 */
final class ActiveRun<P> implements JobRun<P>, Performing {
  private final Held held;
  private final RunRef ref;
  private final P payload;
  private final Registered<P> registered;
  private final RunKit kit;
  private final Watchdog watchdog;
  private final Gate.Pass pass;
  private final long startedAt;
  private final Set<String> steps = new HashSet<>();
  private final Set<JobId> children = new HashSet<>();
  private boolean inTransaction;

  private final RunThread thread = new RunThread();
  private volatile @Nullable String forbidden;
  private volatile @Nullable String parked;
  private volatile boolean superseded;

  ActiveRun(
      Held held,
      RunRef ref,
      P payload,
      Registered<P> registered,
      RunKit kit,
      Watchdog watchdog,
      Gate.Pass pass) {
    this.held = held;
    this.ref = ref;
    this.payload = payload;
    this.registered = registered;
    this.kit = kit;
    this.watchdog = watchdog;
    this.pass = pass;
    this.startedAt = kit.ticker().nanos();
  }

  // ---- the handler's side

  @Override
  public P payload() {
    return payload;
  }

  @Override
  public JobId jobId() {
    return ref.jobId();
  }

  @Override
  public int attempt() {
    return ref.attempt();
  }

  @Override
  public int run() {
    return ref.run();
  }

  @Override
  public Instant tick() {
    Instant tick = held.entry().tick();
    if (tick == null) {
      throw new IllegalStateException("job " + ref.jobId() + " is not a recurring one: no tick");
    }
    return tick;
  }

  @Override
  public Optional<String> requestId() {
    return Optional.ofNullable(held.entry().requestId());
  }

  @Override
  public Optional<String> traceparent() {
    return Optional.ofNullable(held.entry().traceparent());
  }

  @Override
  public <X extends Exception> void transaction(TxWork<X> work) throws X {
    this.<Boolean, X>transactionFor(
        tx -> {
          work.in(tx);
          return true;
        });
  }

  @Override
  public <T extends @Nullable Object, X extends Exception> T transactionFor(TxCall<T, X> work)
      throws X {
    refuseInside("transaction");
    return inTransaction(
        connection -> {
          if (!ProcessedJobs.wanted(connection, ref)) {
            throw notWanted();
          }
          return work.in(tx(connection));
        });
  }

  @Override
  public <X extends Exception> boolean once(String step, TxWork<X> work) throws X {
    refuseInside("once");
    ProcessedJobs.requireStep(step);
    if (!steps.add(step)) {
      throw new IllegalStateException(
          "step \"" + step + "\" twice in one run: the second would be absorbed; name it apart");
    }
    boolean fresh = inTransaction(connection -> once(connection, step, work));
    kit.events()
        .on(
            fresh
                ? new JobEvent.Applied(ref, Technique.JOB_ID, step)
                : new JobEvent.Absorbed(ref, Technique.JOB_ID, step));
    return fresh;
  }

  private <X extends Exception> boolean once(Connection connection, String step, TxWork<X> work)
      throws X, SQLException {
    return switch (begin(connection, step)) {
      case FRESH -> {
        work.in(tx(connection));
        yield true;
      }
      case APPLIED_BEFORE -> false;
      case NOT_WANTED -> throw notWanted();
    };
  }

  /** The first statement of whatever happens once. */
  ProcessedJobs.Begun begin(Connection connection, String step) throws SQLException {
    return ProcessedJobs.begin(
        connection, ref, step, held.entry().requestId(), Duration.ofNanos(tookNanos()));
  }

  Tx tx(Connection connection) {
    return tx(connection, kit.outbox());
  }

  /** What is to be told after the commit is added to the hints, since the run may be undone. */
  Tx tx(Connection connection, List<Runnable> hints) {
    OutboxKit outbox = kit.outbox();
    return tx(
        connection,
        new OutboxKit(
            new HintsApart(outbox.transactions(), hints),
            outbox.codec(),
            outbox.events(),
            outbox.nudge()));
  }

  private Tx tx(Connection connection, OutboxKit outbox) {
    StreamEntry entry = held.entry();
    RunTx.Parent parent = new RunTx.Parent(entry.round(), entry.requestId(), entry.traceparent());
    return new RunTx(outbox, connection, ref, parent, children);
  }

  /** It is in a transaction that it shares with others, until {@link #part}. */
  void join() {
    inTransaction = true;
  }

  void part() {
    inTransaction = false;
  }

  /** Its completion, as it is recorded. */
  Finished.Done asDone() {
    return new Finished.Done(
        ref, held.entry().requestId(), Duration.ofNanos(tookNanos()).toMillis());
  }

  @Override
  public Effect effect(EffectType type, long subject) {
    return effect(type, Long.toString(subject));
  }

  @Override
  public Effect effect(EffectType type, UUID subject) {
    return effect(type, subject.toString());
  }

  @Override
  public Effect effect(EffectType type, String subject) {
    refuseInside("effect");
    if (!registered.effects().contains(type)) {
      throw new IllegalArgumentException(
          "effect \""
              + type
              + "\" is not declared with the handler of "
              + ref.type()
              + ": add h -> h.effects(…) where it is registered");
    }
    return kit.effects().effect(this, type, subject);
  }

  @Override
  public void stateReached(String what) {
    kit.events().on(new JobEvent.Absorbed(ref, Technique.STATE, what));
  }

  @Override
  public boolean isSuperseded() {
    return thread.interrupted() != null;
  }

  /** Runs the work in a transaction of this run, again where the database asks for that. */
  <T extends @Nullable Object, X extends Exception> T inTransaction(Retrying.Work<T, X> work)
      throws X {
    inTransaction = true;
    try {
      return Retrying.run(kit.transactions(), work);
    } finally {
      inTransaction = false;
    }
  }

  private void refuseInside(String what) {
    if (inTransaction) {
      throw new IllegalStateException(
          what
              + " inside transaction or once: take it out of the callback, no connection may be"
              + " held across it");
    }
  }

  @Override
  public Superseded notWanted() {
    superseded = true;
    return new Superseded(
        "job " + ref.jobId() + " is not wanted any more: completed, cancelled, or rewritten");
  }

  // ---- the effect's side

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
    forbidden = evidence;
    parked = evidence;
  }

  @Override
  public JobListener events() {
    return kit.events();
  }

  @Override
  public Alarm interruptAfter(Duration limit) {
    return thread.alarmAfter(limit, watchdog);
  }

  // ---- the worker's side

  Registered<P> registered() {
    return registered;
  }

  Held held() {
    return held;
  }

  Gate.Pass pass() {
    return pass;
  }

  long tookNanos() {
    return kit.ticker().nanos() - startedAt;
  }

  RunThread thread() {
    return thread;
  }

  /**
   * Tells the run to stop.
   *
   * @return whether the teller has the outcome now: false if the handler is back already, or
   *     somebody else had ended the run. A superseded run keeps its time-out.
   */
  boolean interrupt(Why why) {
    boolean told = thread.interrupt(why);
    if (told) {
      kit.events().on(new JobEvent.Interrupted(ref, why));
    }
    return told;
  }

  @Nullable Why interrupted() {
    return thread.interrupted();
  }

  /** Why this run cannot end as done; null if it can. */
  @Nullable String forbidden() {
    return forbidden;
  }

  @Nullable String parked() {
    return parked;
  }

  boolean metSuperseded() {
    return superseded;
  }
}
