package dev.stagedoor.worker;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.RetryPolicy;
import java.time.Duration;
import java.util.List;

/**
 * A handler with all that was said of it, nothing left to default. Internal to the library.
 *
 * @param timeout the longest that one run may take
 * @param heartbeat whether a started run is extended
 */
public record Registered<P>(
    JobType<P> type,
    Calls<P> calls,
    Duration timeout,
    RetryPolicy retry,
    boolean heartbeat,
    List<EffectType> effects) {

  /** The two kinds of handler. */
  public sealed interface Calls<P> {
    /** The class that events name. */
    String name();
  }

  /** Completed by the worker after it returned. */
  public record Plain<P>(JobHandler<P> handler) implements Calls<P> {
    @Override
    public String name() {
      return handler.getClass().getName();
    }
  }

  /** Completed in its own transaction. */
  public record Once<P>(OnceHandler<P> handler) implements Calls<P> {
    @Override
    public String name() {
      return handler.getClass().getName();
    }
  }
}
