package dev.stagedoor.chaos.net;

import dev.stagedoor.loop.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Passes bytes on between clients and one server on the loopback interface, and breaks what it is
 * told to break.
 *
 * <pre>
 * cut         connections are closed, new ones too, as if the server were gone
 * black hole  connections stay open and nothing passes: nobody learns that the other side is gone
 * delay       everything passes later
 * lose        one answer is swallowed and its connection closed: the server has done it
 * </pre>
 *
 * Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int BACKLOG = 200;

  private final ServerSocket entrance;
  private volatile InetSocketAddress to;
  private final Set<Line> lines = ConcurrentHashMap.newKeySet();
  private final Object weather = new Object();
  private boolean cut;
  private boolean hole;
  private long delayMillis;
  private Predicate<String> loses = answer -> false;

  private TcpProxy(ServerSocket entrance, InetSocketAddress to) {
    this.entrance = entrance;
    this.to = to;
  }

  /** On a free port; everything passes. */
  public static TcpProxy to(InetSocketAddress server) throws IOException {
    TcpProxy proxy =
        new TcpProxy(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), server);
    Threads.platform("proxy-" + server.getPort(), proxy::accept).start();
    return proxy;
  }

  public int port() {
    return entrance.getLocalPort();
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        join(entrance.accept());
      } catch (IOException closedOrServerAway) {
        // the next one, or the end
      }
    }
  }

  private void join(Socket client) throws IOException {
    if (isCut()) {
      client.close();
      return;
    }
    Socket server = new Socket();
    try {
      server.connect(to);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    Line line = new Line(this, client, server);
    lines.add(line);
    Threads.platform("proxy-asks", line::asks).start();
    Threads.platform("proxy-answers", line::answers).start();
  }

  private boolean isCut() {
    synchronized (weather) {
      return cut;
    }
  }

  /** Waits in a black hole and for the delay; false where the connection ends here. */
  boolean passes(byte[] chunk, int length, boolean answers) {
    try {
      TimeUnit.MILLISECONDS.sleep(delay());
      synchronized (weather) {
        while (hole) {
          weather.wait();
        }
        return !cut && !(answers && isLost(chunk, length));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private long delay() {
    synchronized (weather) {
      return delayMillis;
    }
  }

  /** The first answer that is to be lost; only one. */
  private boolean isLost(byte[] chunk, int length) {
    String answer = new String(chunk, 0, length, java.nio.charset.StandardCharsets.ISO_8859_1);
    if (!loses.test(answer)) {
      return false;
    }
    loses = any -> false;
    return true;
  }

  void ended(Line line) {
    lines.remove(line);
  }

  /** Ends every connection, and refuses others until {@link #heal}. */
  public void cut() {
    synchronized (weather) {
      cut = true;
    }
    lines.forEach(Line::close);
  }

  /** Leads to another server from now on, as an address does after a failover; ends the rest. */
  public void redirect(InetSocketAddress server) {
    to = server;
    lines.forEach(Line::close);
  }

  /** Lets nothing pass, and closes nothing, until {@link #heal}. */
  public void swallow() {
    synchronized (weather) {
      hole = true;
    }
  }

  /** Lets everything pass so much later, each way. */
  public void delay(Duration by) {
    synchronized (weather) {
      delayMillis = by.toMillis();
    }
  }

  /**
   * Loses the next answer of this kind: the connection is closed instead.
   *
   * @param which told the bytes, as Latin-1, that are about to be passed on
   */
  public void loseAnswer(Predicate<String> which) {
    synchronized (weather) {
      loses = which;
    }
  }

  /** Everything passes. What a black hole has swallowed comes late. */
  public void heal() {
    synchronized (weather) {
      cut = false;
      hole = false;
      delayMillis = 0;
      loses = any -> false;
      weather.notifyAll();
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    heal();
    lines.forEach(Line::close);
  }
}
