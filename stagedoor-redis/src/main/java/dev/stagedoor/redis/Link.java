package dev.stagedoor.redis;

import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.StreamUnavailable;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection, opened when it is needed and again when it is found closed. Thread-safe.
 *
 * <p>While Redis is away every call fails at once or within its deadline, and nothing is kept to be
 * sent later: a command that outlives its caller would publish or reclaim for nobody. All callers
 * share one attempt to connect, which may outlast them; after one that failed the next waits a
 * tenth of a second. A connection that does not answer in time is closed, since it may be dead
 * without either side knowing.
 */
final class Link implements AutoCloseable {
  private static final long REST = Duration.ofMillis(100).toNanos();

  private final Connector connector;
  private final Set<Deadline> waiting = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CompletableFuture<StatefulRedisConnection<String, byte[]>> connecting;
  private long tried;
  private boolean closed;

  Link(Connector connector) {
    this.connector = connector;
  }

  /** What is sent over the connection, and awaited until the deadline. */
  interface Call<T> {
    T send(RedisAsyncCommands<String, byte[]> redis, Deadline deadline);
  }

  /**
   * @throws StreamUnavailable if there is no connection in time, or the call throws it
   */
  <T> T call(Duration limit, Call<T> call) {
    Deadline deadline = Deadline.in(limit, connector.address());
    waiting.add(deadline);
    try {
      return call(call, deadline);
    } finally {
      waiting.remove(deadline);
    }
  }

  private <T> T call(Call<T> call, Deadline deadline) {
    StatefulRedisConnection<String, byte[]> connection = deadline.await(connection());
    try {
      return call.send(connection.async(), deadline);
    } catch (StreamUnavailable e) {
      if (e instanceof Deadline.NoAnswer || Errors.isReadOnly(e)) {
        drop(connection); // the next call finds it closed, and the new primary by its name
      }
      throw e;
    }
  }

  private CompletableFuture<StatefulRedisConnection<String, byte[]>> connection() {
    lock.lock();
    try {
      if (closed) {
        throw new StreamUnavailable("the stream is closed", null);
      }
      if (connecting == null || isOver(connecting)) {
        letGo();
        tried = Ticker.SYSTEM.nanos();
        connecting = connector.connect();
      }
      return connecting.copy(); // a caller that gives up cancels its own copy only
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(CompletableFuture<StatefulRedisConnection<String, byte[]>> attempt) {
    if (attempt.isCompletedExceptionally()) {
      return Ticker.SYSTEM.nanos() - tried > REST;
    }
    return attempt.isDone() && !attempt.join().isOpen();
  }

  private void drop(StatefulRedisConnection<String, byte[]> connection) {
    lock.lock();
    try {
      if (connecting != null && connecting.getNow(null) == connection) {
        letGo();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Closed once, also when the other side did: the client keeps it until then. */
  @SuppressWarnings("FutureReturnValueIgnored") // how its closing ends helps nobody
  private void letGo() {
    if (connecting != null) {
      connecting.thenAccept(StatefulRedisConnection::closeAsync);
      connecting = null;
    }
  }

  /** Ends what waits and refuses what follows; the connection goes with its connector. */
  void end() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    waiting.forEach(Deadline::cancel); // whoever begins later finds it closed
  }

  /** Ends, and closes the connection: the others of the stream go on. */
  @Override
  public void close() {
    end();
    lock.lock();
    try {
      letGo();
    } finally {
      lock.unlock();
    }
  }
}
