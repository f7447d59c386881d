package dev.stagedoor.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The line between a process and a server, on which answers can get lost. */
final class Line implements AutoCloseable {
  private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final int to;
  private volatile boolean losing;

  Line(int to) throws IOException {
    this.to = to;
    start(this::accept);
  }

  int port() {
    return entrance.getLocalPort();
  }

  /** From now on, what the server says is lost; what it is told arrives. */
  void loseAnswers(boolean lost) {
    losing = lost;
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = entrance.accept();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), to);
      sockets.addAll(List.of(client, server));
      start(() -> pump(client, server, false));
      start(() -> pump(server, client, true));
    }
  }

  private void pump(Socket from, Socket into, boolean answers) throws IOException {
    try (from;
        into) {
      InputStream in = from.getInputStream();
      OutputStream out = into.getOutputStream();
      byte[] bytes = new byte[8_192];
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        if (!(answers && losing)) {
          out.write(bytes, 0, n);
        }
      }
    }
  }

  private interface Work {
    void go() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.go();
              } catch (IOException over) {
                // one side has gone: so does the other, and whoever used the line sees it
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
