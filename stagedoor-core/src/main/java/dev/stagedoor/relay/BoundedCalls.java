package dev.stagedoor.relay;

import dev.stagedoor.loop.Threads;
import dev.stagedoor.stream.StreamUnavailable;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Calls of the stream while rows are locked: ended after the publish time-out even where the stream
 * does not keep its promise to answer, so that no call holds rows from other relays. A call that
 * was given up may still happen, which costs a second entry; until it ends no other is made.
 */
final class BoundedCalls {
  private final ExecutorService threads = Threads.perTask("stagedoor-relay-stream");
  private final AtomicBoolean underWay = new AtomicBoolean();
  private final Duration limit;

  BoundedCalls(Duration limit) {
    this.limit = limit;
  }

  <T> T call(Supplier<T> ask) throws InterruptedException {
    if (!underWay.compareAndSet(false, true)) {
      throw new StreamUnavailable("the stream has not answered an earlier call yet", null);
    }
    AtomicBoolean begun = new AtomicBoolean();
    Future<T> answer = threads.submit(() -> run(begun, ask));
    try {
      return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      if (!begun.get()) {
        underWay.set(false); // cancelled before it had a thread: nothing is under way
      }
      throw new StreamUnavailable("the stream did not answer within " + limit, e);
    } catch (ExecutionException e) {
      throw new StreamUnavailable("the stream failed: " + e.getCause(), e.getCause());
    }
  }

  private <T> T run(AtomicBoolean begun, Supplier<T> ask) {
    begun.set(true);
    try {
      return ask.get();
    } finally {
      underWay.set(false);
    }
  }
}
