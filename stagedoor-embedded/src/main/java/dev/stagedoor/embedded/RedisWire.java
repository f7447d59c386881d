package dev.stagedoor.embedded;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * As much of Redis' protocol as it takes to ask a server whether it is ready, and to wipe it. This
 * module brings no client: which one is used is not its business.
 */
final class RedisWire implements AutoCloseable {
  private static final int TIMEOUT_MS = 10_000;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  private RedisWire(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  static RedisWire connect(
      int port, @Nullable RedisLogin login, @Nullable SelfSignedCertificate certificate)
      throws IOException {
    Socket socket = certificate == null ? new Socket() : certificate.socketFactory().createSocket();
    try {
      socket.connect(new InetSocketAddress(Ports.HOST, port), TIMEOUT_MS);
      socket.setSoTimeout(TIMEOUT_MS);
      RedisWire wire = new RedisWire(socket);
      if (login != null) {
        wire.command("AUTH", login.user(), login.password());
      }
      return wire;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Sends the command and returns the reply's first line without its type: enough for status and
   * number replies.
   *
   * @throws IOException also for an error reply
   */
  String command(String... words) throws IOException {
    StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      int length = word.getBytes(StandardCharsets.UTF_8).length;
      request.append('$').append(length).append("\r\n").append(word).append("\r\n");
    }
    out.write(request.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
    String reply = readLine();
    if (reply.startsWith("-")) {
      throw new IOException("Redis answered " + reply.substring(1));
    }
    return reply.substring(1);
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("Redis closed the connection");
      }
      line.append((char) c);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
