package dev.stagedoor.chaos.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.loop.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TcpProxyTest {
  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Threads.platform("echo", this::serve).start();
    proxy = TcpProxy.to((InetSocketAddress) echo.getLocalSocketAddress());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    echo.close();
  }

  @Test
  void passesEverythingOn() throws Exception {
    try (Client client = new Client()) {
      assertThat(client.ask("one")).isEqualTo("one");
      assertThat(client.ask("two")).isEqualTo("two");
    }
  }

  @Test
  void aCutEndsConnectionsAndRefusesOthersUntilHealed() throws Exception {
    try (Client client = new Client()) {
      client.ask("one");

      proxy.cut();

      assertThat(client.isEnded()).isTrue();
      try (Client other = new Client()) {
        assertThat(other.isEnded()).isTrue();
      }
      proxy.heal();
      try (Client third = new Client()) {
        assertThat(third.ask("two")).isEqualTo("two");
      }
    }
  }

  @Test
  void aBlackHoleLetsNothingPassAndEndsNothing() throws Exception {
    try (Client client = new Client()) {
      client.ask("one");

      proxy.swallow();

      client.say("two");
      client.socket.setSoTimeout(200);
      assertThatThrownBy(client::read).isInstanceOf(SocketTimeoutException.class);
      client.socket.setSoTimeout(20_000);
      proxy.heal();
      assertThat(client.read()).isEqualTo("two");
    }
  }

  @Test
  void aDelayIsWaitedForEachWay() throws Exception {
    try (Client client = new Client()) {
      client.ask("one");
      proxy.delay(Duration.ofMillis(60));
      long begun = System.nanoTime();

      client.ask("two");

      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isGreaterThanOrEqualTo(Duration.ofMillis(120));
    }
  }

  @Test
  void oneAnswerIsLostWithItsConnectionAndNoOther() throws Exception {
    try (Client client = new Client();
        Client other = new Client()) {
      proxy.loseAnswer(answer -> answer.contains("two"));
      assertThat(client.ask("one")).isEqualTo("one");

      client.say("two");

      assertThat(client.isEnded()).isTrue();
      assertThat(other.ask("two")).isEqualTo("two");
    }
  }

  private void serve() {
    while (!echo.isClosed()) {
      try {
        Socket socket = echo.accept();
        Threads.platform("echo-line", () -> echo(socket)).start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void echo(Socket socket) {
    try (socket) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      // the other side has gone
    }
  }

  private final class Client implements AutoCloseable {
    final Socket socket;
    private final BufferedReader in;

    Client() throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
      socket.setSoTimeout(20_000);
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    String ask(String line) throws IOException {
      say(line);
      return read();
    }

    void say(String line) throws IOException {
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    String read() throws IOException {
      return String.valueOf(in.readLine());
    }

    /** End of the stream or a reset, whichever comes. */
    boolean isEnded() throws IOException {
      try {
        return in.readLine() == null;
      } catch (SocketTimeoutException e) {
        throw e;
      } catch (IOException reset) {
        return true;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
