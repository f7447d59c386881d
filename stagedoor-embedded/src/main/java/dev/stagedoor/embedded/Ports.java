package dev.stagedoor.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports of the loopback interface. */
final class Ports {
  static final String HOST = "127.0.0.1";

  private Ports() {}

  /** Free now; another process may take it before the server does, so a start tries again. */
  static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on " + HOST, e);
    }
  }

  static boolean isTaken(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(HOST, port));
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  static ServerStartException taken(String server, int port) {
    return new ServerStartException(
        "port %d for %s is taken: stop what listens there or choose another port"
            .formatted(port, server));
  }
}
