package dev.stagedoor.testkit.contract;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.JobStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A thread that waits in a read for as long as one may. */
final class WaitingReader {
  private WaitingReader() {}

  /** Returns once the thread waits, or has read already. */
  static CompletableFuture<List<Delivery>> start(
      JobStream stream, String queue, String consumer, int atMost) {
    CompletableFuture<List<Delivery>> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(stream.read(queue, consumer, atMost, JobStream.LONGEST_BLOCK));
              } catch (Throwable t) {
                result.completeExceptionally(t);
              }
            });
    thread.start();
    while (!isWaiting(thread) && !result.isDone()) {
      Thread.onSpinWait();
    }
    return result;
  }

  private static boolean isWaiting(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.TIMED_WAITING || state == Thread.State.WAITING;
  }
}
