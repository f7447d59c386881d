package dev.stagedoor.embedded;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the embedded servers when this process is asked to end (Ctrl-C, SIGTERM, {@code
 * System.exit}).
 *
 * <p>The JVM runs its shutdown hooks at the same time, so a program that stops gracefully in a hook
 * of its own would lose its database half-way. Give that work to {@link #beforeServersStop}
 * instead: it runs first, in the order given, whether or not any embedded server was started. An
 * action that throws is logged and the next one runs.
 *
 * <p>Safe for use by many threads.
 */
public final class ServerShutdown {
  private static final Logger LOG = LoggerFactory.getLogger(ServerShutdown.class);
  private static final List<Runnable> FIRST = new ArrayList<>();
  private static final Deque<Runnable> SERVERS = new ArrayDeque<>();
  private static boolean hooked;

  private ServerShutdown() {}

  /**
   * Runs the action when this process is asked to end, before any embedded server is closed. There
   * is no limit to the time it takes: bound it.
   *
   * @throws IllegalStateException when the process is already ending
   */
  public static void beforeServersStop(Runnable action) {
    synchronized (ServerShutdown.class) {
      hook();
      FIRST.add(action);
    }
  }

  static synchronized void add(Runnable close) {
    hook();
    SERVERS.push(close);
  }

  static synchronized void remove(Runnable close) {
    SERVERS.remove(close);
  }

  private static void hook() {
    if (!hooked) {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(ServerShutdown::run, "stagedoor-servers-shutdown"));
      hooked = true;
    }
  }

  private static void run() {
    for (Runnable action : snapshot()) {
      try {
        action.run();
      } catch (RuntimeException | Error e) {
        LOG.error("an action of the shutdown failed, the next ones run", e);
      }
    }
  }

  private static synchronized List<Runnable> snapshot() {
    List<Runnable> all = new ArrayList<>(FIRST);
    all.addAll(SERVERS);
    return all;
  }
}
