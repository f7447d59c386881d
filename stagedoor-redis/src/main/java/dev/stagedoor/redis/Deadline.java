package dev.stagedoor.redis;

import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.StreamUnavailable;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The instant until which one call may wait, for the connection and for all its answers together.
 * The calling thread awaits; any other may cancel.
 */
final class Deadline {
  private final Duration limit;
  private final RedisAddress address;
  private final long at;
  private @Nullable Future<?> awaited;
  private boolean cancelled;

  private Deadline(Duration limit, RedisAddress address) {
    this.address = address;
    this.limit = limit;
    this.at = Ticker.SYSTEM.nanos() + limit.toNanos();
  }

  /** From now on; the address is what a fault names. */
  static Deadline in(Duration limit, RedisAddress address) {
    return new Deadline(limit, address);
  }

  /**
   * The answer.
   *
   * @throws NoAnswer if there is none in time: the connection may be dead
   * @throws StreamUnavailable if Redis refuses (the cause is the reply), the connection breaks, or
   *     the thread is interrupted
   */
  <T> T await(Future<T> answer) {
    try {
      begin(answer);
      return answer.get(Math.max(0, at - Ticker.SYSTEM.nanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw Errors.unavailable(address, e.getCause());
    } catch (CancellationException e) {
      throw new StreamUnavailable("the connection to Redis at " + address + " was closed", e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new NoAnswer(
          "Redis at " + address + " did not answer within " + limit.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new StreamUnavailable("interrupted while waiting for Redis at " + address, e);
    }
  }

  private synchronized void begin(Future<?> answer) {
    awaited = answer;
    if (cancelled) {
      answer.cancel(true);
    }
  }

  /** Ends the wait at once: nobody completes the answers of a connection that we close. */
  synchronized void cancel() {
    cancelled = true;
    if (awaited != null) {
      awaited.cancel(true);
    }
  }

  /** Redis did not answer in time. */
  @SuppressWarnings("serial")
  static final class NoAnswer extends StreamUnavailable {
    NoAnswer(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
