package dev.stagedoor.boxoffice.ticket;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An S3 server where everything is there already: it hangs up on whoever puts bytes, refuses puts
 * of none, and says yes to who asks.
 */
final class HastyServer implements AutoCloseable {
  private final ServerSocket listening;
  private final AtomicInteger asked = new AtomicInteger();

  HastyServer() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    Thread thread = new Thread(this::serve, "hasty-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  /** How often somebody asked whether an object is there. */
  int asked() {
    return asked.get();
  }

  private void serve() {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept()) {
        answer(socket);
      } catch (IOException e) {
        // closed, by us or by the client
      }
    }
  }

  private void answer(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    String request = String.valueOf(in.readLine());
    boolean empty = false;
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      empty |= line.equalsIgnoreCase("Content-Length: 0");
    }
    if (request.startsWith("HEAD")) {
      asked.incrementAndGet();
      say(socket, "200 OK");
    } else if (empty) {
      say(socket, "412 Precondition Failed");
    }
  }

  private static void say(Socket socket, String status) throws IOException {
    String answer = "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
