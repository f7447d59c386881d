package dev.stagedoor.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where threads come from: handlers run on virtual threads where the JVM has them (21 and newer),
 * on platform threads elsewhere; loops, heartbeats and the watchdog always on platform threads, so
 * that a pinned carrier cannot hold them up. All are daemons. Thread-safe.
 */
public final class Threads {
  private static final @Nullable MethodHandle VIRTUAL = virtualExecutor();

  private Threads() {}

  /** A new platform daemon thread, not started. */
  public static Thread platform(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** An executor that never queues: each task gets a thread at once. */
  public static ExecutorService perTask(String prefix) {
    if (VIRTUAL != null) {
      try {
        return (ExecutorService) VIRTUAL.invoke();
      } catch (Throwable t) {
        throw new IllegalStateException("this JVM has virtual threads but does not give one", t);
      }
    }
    AtomicLong count = new AtomicLong();
    ThreadFactory factory = r -> platform(prefix + "-" + count.incrementAndGet(), r);
    return Executors.newCachedThreadPool(factory);
  }

  private static @Nullable MethodHandle virtualExecutor() {
    try {
      return MethodHandles.publicLookup()
          .findStatic(
              Executors.class,
              "newVirtualThreadPerTaskExecutor",
              MethodType.methodType(ExecutorService.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null; // older than 21
    }
  }
}
