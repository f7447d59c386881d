package dev.stagedoor.chaos.scenario;

import dev.stagedoor.chaos.net.TcpProxy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The wires between the processes and their three servers. */
record Wires(TcpProxy postgres, TcpProxy redis, TcpProxy provider) implements AutoCloseable {
  static Wires to(int postgresPort, int redisPort, InetSocketAddress provider) throws IOException {
    return new Wires(
        TcpProxy.to(loopback(postgresPort)),
        TcpProxy.to(loopback(redisPort)),
        TcpProxy.to(provider));
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress("127.0.0.1", port);
  }

  List<TcpProxy> all() {
    return List.of(postgres, redis, provider);
  }

  void heal() {
    all().forEach(TcpProxy::heal);
  }

  @Override
  public void close() throws IOException {
    for (TcpProxy each : all()) {
      each.close();
    }
  }
}
