package dev.stagedoor.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** Something that listens where a server is expected, and is none. */
final class Stranger implements AutoCloseable {
  private final ServerSocket listening;

  private Stranger(ServerSocket listening) {
    this.listening = listening;
  }

  /** Takes connections and says nothing. */
  static Stranger silent() {
    return listening(null);
  }

  /** Answers every connection with this and closes it; the empty text closes at once. */
  static Stranger saying(String answer) {
    return listening(answer);
  }

  private static Stranger listening(@Nullable String answer) {
    try {
      ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      if (answer != null) {
        Thread thread = new Thread(() -> answer(socket, answer), "stranger");
        thread.setDaemon(true);
        thread.start();
      }
      return new Stranger(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(ServerSocket socket, String answer) {
    while (!socket.isClosed()) {
      try (Socket connection = socket.accept()) {
        connection.getInputStream().read();
        connection.getOutputStream().write(answer.getBytes(US_ASCII));
        connection.shutdownOutput();
        connection.getInputStream().readAllBytes();
      } catch (IOException e) {
        continue; // the other side left, or the listener is closed
      }
    }
  }

  String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
