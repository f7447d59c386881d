package dev.stagedoor.chaos.work;

import dev.stagedoor.loop.Threads;
import dev.stagedoor.loop.Ticker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A provider on the other side of a network: it remembers keys for a while, and counts for each
 * task what it has accepted under them. Nobody strikes it; it can be told to be down, or to lose
 * answers. A line is {@code key task}, the answer {@code OK} or {@code BUSY}. Thread-safe.
 */
public final class Provider implements AutoCloseable {
  static final String BUSY = "BUSY";
  private static final String OK = "OK";

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> keys = new HashMap<>();
  private final Map<Long, Integer> accepted = new HashMap<>();
  private final AtomicInteger losing = new AtomicInteger();
  private volatile long keyLifeNanos = Duration.ofDays(1).toNanos();
  private volatile boolean down;

  private Provider(ServerSocket server) {
    this.server = server;
  }

  /** On a free port of the loopback interface. */
  public static Provider start() throws IOException {
    Provider provider = new Provider(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
    Threads.platform("provider", provider::accept).start();
    return provider;
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Threads.platform("provider-line", () -> serve(socket)).start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      socket.setTcpNoDelay(true);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String answer = answer(line);
        if (answer.equals(OK) && losing.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
          return;
        }
        socket.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // whoever asked is gone
    } finally {
      open.remove(socket);
    }
  }

  private synchronized String answer(String line) {
    if (down) {
      return BUSY;
    }
    int space = line.indexOf(' ');
    String key = line.substring(0, space);
    long now = Ticker.SYSTEM.nanos();
    Long known = keys.get(key);
    if (known == null || now - known > keyLifeNanos) {
      keys.put(key, now);
      accepted.merge(Long.parseLong(line.substring(space + 1)), 1, Integer::sum);
    }
    return OK;
  }

  /** From now on it answers that it is busy, or no longer. */
  public void down(boolean isDown) {
    down = isDown;
  }

  /** The next answers of requests that it accepts are lost. */
  public void loseAnswers(int count) {
    losing.set(count);
  }

  /** How long it remembers a key. */
  public void keysLive(Duration life) {
    keyLifeNanos = life.toNanos();
  }

  /** How often it has accepted a request for each task: once, where nothing went wrong. */
  public synchronized Map<Long, Integer> accepted() {
    return Map.copyOf(accepted);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
