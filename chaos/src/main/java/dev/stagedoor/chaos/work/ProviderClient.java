package dev.stagedoor.chaos.work;

import dev.stagedoor.effect.SendFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Asks the provider, over connections that are used again. Thread-safe. */
public final class ProviderClient {
  private final InetSocketAddress address;
  private final int timeoutMillis;
  private final Runnable sent;
  private final Queue<Line> idle = new ConcurrentLinkedQueue<>();

  /**
   * @param timeout for the connection and for each answer: under the send time-out
   * @param sent called when the provider has accepted, before anything is recorded
   */
  public ProviderClient(InetSocketAddress address, Duration timeout, Runnable sent) {
    this.address = address;
    this.timeoutMillis = Math.toIntExact(timeout.toMillis());
    this.sent = sent;
  }

  /**
   * Sends once.
   *
   * @throws SendFailure if nothing was accepted for sure
   * @throws IOException if it is not known what was
   */
  void send(String key, long n) throws IOException {
    Line line = line();
    String answer = null;
    try {
      answer = line.ask(key + " " + n);
    } finally {
      if (answer == null) {
        line.close();
      } else {
        idle.add(line);
      }
    }
    if (answer.equals(Provider.BUSY)) {
      throw SendFailure.throttled(Duration.ofMillis(200));
    }
    sent.run();
  }

  private Line line() {
    Line line = idle.poll();
    return line != null ? line : open();
  }

  /** What fails here has sent nothing. */
  private Line open() {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(timeoutMillis);
      socket.connect(address, timeoutMillis);
      return new Line(socket, reader(socket));
    } catch (IOException e) {
      throw SendFailure.notSent(e instanceof ConnectException ? e : new IOException("connect", e));
    }
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private record Line(Socket socket, BufferedReader in) {
    String ask(String question) throws IOException {
      socket.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
      @Nullable String answer = in.readLine();
      if (answer == null) {
        throw new IOException("the provider closed the connection without an answer");
      }
      return answer;
    }

    void close() throws IOException {
      socket.close();
    }
  }
}
