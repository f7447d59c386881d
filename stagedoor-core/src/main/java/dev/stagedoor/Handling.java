package dev.stagedoor;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Options of one handler. Immutable: each method gives a new value. */
public final class Handling {
  private static final Handling STANDARD = new Handling(null, null, true, List.of());
  private final @Nullable Duration timeout;
  private final @Nullable RetryPolicy retry;
  private final boolean heartbeat;
  private final List<EffectType> effects;

  private Handling(
      @Nullable Duration timeout,
      @Nullable RetryPolicy retry,
      boolean heartbeat,
      List<EffectType> effects) {
    this.timeout = timeout;
    this.retry = retry;
    this.heartbeat = heartbeat;
    this.effects = effects;
  }

  /** The windows' own time-out and retry budget, heartbeats on, no effects. */
  public static Handling standard() {
    return STANDARD;
  }

  /** The longest that one run may take before it counts as failed. */
  public Handling timeout(Duration longest) {
    return new Handling(longest, retry, heartbeat, effects);
  }

  public Handling retry(RetryPolicy budget) {
    return new Handling(timeout, budget, heartbeat, effects);
  }

  /** Off: the entry is reclaimed as soon as the run takes longer than the reclaim time. */
  public Handling heartbeat(boolean on) {
    return new Handling(timeout, retry, on, effects);
  }

  /** The effects outside the database that this handler may do. */
  public Handling effects(EffectType... types) {
    return new Handling(timeout, retry, heartbeat, List.of(types));
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
