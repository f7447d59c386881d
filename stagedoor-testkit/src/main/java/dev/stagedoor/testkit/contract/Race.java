package dev.stagedoor.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Several threads released at the same instant. */
final class Race {
  private static final long LIMIT_SECONDS = 20;

  private Race() {}

  /** What each returned, in the order given; throws what one of them threw. */
  static <T> List<T> run(List<Callable<T>> runners) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(runners.size());
    ExecutorService threads = Executors.newFixedThreadPool(runners.size());
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> runner : runners) {
        futures.add(threads.submit(() -> released(barrier, runner)));
      }
      return results(futures);
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T released(CyclicBarrier barrier, Callable<T> runner) throws Exception {
    barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    return runner.call();
  }

  private static <T> List<T> results(List<Future<T>> futures)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(future.get(LIMIT_SECONDS, TimeUnit.SECONDS));
    }
    return results;
  }
}
