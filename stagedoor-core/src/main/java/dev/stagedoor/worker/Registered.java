package dev.stagedoor.worker;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.handler.BatchHandler;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.PayloadUnreadable;
import dev.stagedoor.job.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A handler with all that was said of it, nothing left to default. Internal to the library.
 *
 * @param timeout the longest that one run may take
 * @param heartbeat whether a started run is extended
 * @param formers names that its jobs were enqueued under before
 * @param together how many jobs share a transaction, for a handler of the kind {@link Once}
 */
public record Registered<P>(
    JobType<P> type,
    Calls<P> calls,
    Duration timeout,
    RetryPolicy retry,
    boolean heartbeat,
    List<EffectType> effects,
    List<Former> formers,
    int together) {

  /** How many jobs are run in one slot at once, at most. */
  public int atMost() {
    return calls instanceof Batch<P> batch ? batch.atMost() : together;
  }

  /**
   * A name that jobs of this type were enqueued under before.
   *
   * @param upgrade from the text stored under that name to one that the codec reads now
   */
  public record Former(String name, UnaryOperator<String> upgrade) {}

  /** Every name under which jobs come to this handler. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    names.add(type.name());
    formers.forEach(former -> names.add(former.name()));
    return names;
  }

  /**
   * The payload that a job of this name stored.
   *
   * @throws PayloadUnreadable if it cannot be upgraded or read
   */
  P payload(String name, String text, PayloadCodec codec) {
    String current = text;
    for (Former former : formers) {
      if (former.name().equals(name)) {
        current = upgraded(former, text);
      }
    }
    return codec.decode(current, type.payload());
  }

  private static String upgraded(Former former, String text) {
    try {
      return Objects.requireNonNull(former.upgrade().apply(text), "null");
    } catch (RuntimeException e) {
      throw new PayloadUnreadable(
          "the payload stored as \"" + former.name() + "\" cannot be upgraded", e);
    }
  }

  /** The kinds of handler. */
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

  /** Called with up to so many jobs. */
  public record Batch<P>(BatchHandler<P> handler, int atMost) implements Calls<P> {
    @Override
    public String name() {
      return handler.getClass().getName();
    }
  }
}
