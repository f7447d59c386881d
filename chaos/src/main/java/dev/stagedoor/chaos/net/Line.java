package dev.stagedoor.chaos.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** One connection through the proxy: two pumps, one each way. */
final class Line {
  private static final int CHUNK = 16 * 1024;

  private final TcpProxy proxy;
  private final Socket client;
  private final Socket server;

  Line(TcpProxy proxy, Socket client, Socket server) {
    this.proxy = proxy;
    this.client = client;
    this.server = server;
  }

  /** Until either side ends. */
  void asks() {
    pump(client, server, false);
  }

  /** Until either side ends. */
  void answers() {
    pump(server, client, true);
  }

  private void pump(Socket from, Socket to, boolean answers) {
    byte[] chunk = new byte[CHUNK];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        if (!proxy.passes(chunk, read, answers)) {
          break;
        }
        out.write(chunk, 0, read);
      }
    } catch (IOException e) {
      // one side has gone: so does the other
    } finally {
      close();
      proxy.ended(this);
    }
  }

  void close() {
    close(client);
    close(server);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // closed is all that is wanted
    }
  }
}
