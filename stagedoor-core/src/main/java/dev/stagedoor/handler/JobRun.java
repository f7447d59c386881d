package dev.stagedoor.handler;

import dev.stagedoor.effect.Effect;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.JobId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call of a handler. Belongs to the thread that the handler was called on.
 *
 * <p>No database transaction is open and no connection held outside the callbacks of {@link
 * #transaction} and {@link #once}.
 */
public interface JobRun<P> {
  P payload();

  /** The same on every run of this job. */
  JobId jobId();

  /** Goes up with every rewrite of the row. For logs; never part of a key. */
  int attempt();

  /** Redeliveries of this attempt; 0 for the first. For logs; never part of a key. */
  int run();

  /**
   * The tick that a recurring job is for.
   *
   * @throws IllegalStateException if the job is not recurring
   */
  Instant tick();

  Optional<String> requestId();

  Optional<String> traceparent();

  /**
   * A transaction whose first statement asks whether this job is still wanted.
   *
   * @throws Superseded if it is not
   * @throws IllegalStateException inside another transaction or {@code once} of this run
   */
  <X extends Exception> void transaction(TxWork<X> work) throws X;

  /** As {@link #transaction}, with a result. */
  <T extends @Nullable Object, X extends Exception> T transactionFor(TxCall<T, X> work) throws X;

  /**
   * Effects inside the database that happen once: they commit together with a record of this job
   * and step, or not at all. Gives nothing for effects outside that transaction.
   *
   * @param step names this effect within the job: 1 to 100 printable characters; the same step
   *     twice in one run is refused
   * @return false if an earlier run has applied it
   * @throws Superseded if this job is not wanted any more
   */
  <X extends Exception> boolean once(String step, TxWork<X> work) throws X;

  /**
   * An effect outside the database.
   *
   * @throws IllegalStateException inside {@link #transaction} or {@link #once}: no connection may
   *     be held while something is sent
   * @throws IllegalArgumentException if the type was not declared with the handler, naming the line
   */
  Effect effect(EffectType type, long subject);

  Effect effect(EffectType type, UUID subject);

  Effect effect(EffectType type, String subject);

  /** Tells listeners and the inspector that the state this job wants was found reached. */
  void stateReached(String what);

  /** Whether this run was told to stop: its entry is with another worker, or its time is over. */
  boolean isSuperseded();
}
