package dev.stagedoor;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Windows;
import dev.stagedoor.worker.Registered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Options of one handler. Immutable: each method gives a new value. */
public final class Handling {
  private static final Handling STANDARD = new Handling(null, null, true, List.of(), List.of(), 1);
  private final @Nullable Duration timeout;
  private final @Nullable RetryPolicy retry;
  private final boolean heartbeat;
  private final List<EffectType> effects;
  private final List<Registered.Former> formers;
  private final int together;

  private Handling(
      @Nullable Duration timeout,
      @Nullable RetryPolicy retry,
      boolean heartbeat,
      List<EffectType> effects,
      List<Registered.Former> formers,
      int together) {
    this.timeout = timeout;
    this.retry = retry;
    this.heartbeat = heartbeat;
    this.effects = effects;
    this.formers = formers;
    this.together = together;
  }

  /** The windows' own time-out and retry budget, heartbeats on, no effects. */
  public static Handling standard() {
    return STANDARD;
  }

  /** The longest that one run may take before it counts as failed. */
  public Handling timeout(Duration longest) {
    return new Handling(longest, retry, heartbeat, effects, formers, together);
  }

  public Handling retry(RetryPolicy budget) {
    return new Handling(timeout, budget, heartbeat, effects, formers, together);
  }

  /** Off: the entry is reclaimed as soon as the run takes longer than the reclaim time. */
  public Handling heartbeat(boolean on) {
    return new Handling(timeout, retry, on, effects, formers, together);
  }

  /** The effects outside the database that this handler may do. */
  public Handling effects(EffectType... types) {
    return new Handling(timeout, retry, heartbeat, List.of(types), formers, together);
  }

  /**
   * Jobs that were enqueued under this name, before the type was renamed, come here too. Of no use
   * to a unique key: a job under the old name and one under the new one are two.
   *
   * @throws IllegalArgumentException if no type can be called so
   */
  public Handling formerly(String name) {
    return formerly(name, UnaryOperator.identity());
  }

  /**
   * As {@link #formerly(String)}, for payloads that changed with the name.
   *
   * @param upgrade from the text that was stored to one that the codec reads now; what it throws
   *     makes the job dead, kept with its cause, to be redriven after the next deploy
   */
  public Handling formerly(String name, UnaryOperator<String> upgrade) {
    List<Registered.Former> more = new ArrayList<>(formers);
    more.add(new Registered.Former(JobType.of(name).name(), upgrade));
    return new Handling(timeout, retry, heartbeat, effects, List.copyOf(more), together);
  }

  /**
   * For {@code handleOnce}: up to so many jobs that wait share one transaction, and so one commit,
   * each behind a savepoint of its own; nothing is waited for. The handler stays as it is, and one
   * that fails is rolled back alone. Rows that the first of them has locked stay locked until the
   * last is done: where two jobs write the same rows, let them do so in one order, or groups wait
   * for each other.
   *
   * @param atMost 1, the standard, to 50; more would overflow what PostgreSQL keeps of a
   *     transaction's savepoints in memory
   */
  public Handling together(int atMost) {
    return new Handling(timeout, retry, heartbeat, effects, formers, atMost);
  }

  /** A handler with these options. Internal to the library and its test kit. */
  public <P> Registered<P> register(JobType<P> type, Registered.Calls<P> calls, Windows windows) {
    return new Registered<>(
        type,
        calls,
        timeout().orElse(windows.handlerTimeout()),
        retry().orElse(windows.retry()),
        heartbeat,
        effects,
        formers,
        together);
  }

  /** Empty: the windows' own. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(timeout);
  }

  /** Empty: the windows' own. */
  public Optional<RetryPolicy> retry() {
    return Optional.ofNullable(retry);
  }

  public boolean heartbeat() {
    return heartbeat;
  }

  public List<EffectType> effects() {
    return effects;
  }
}
