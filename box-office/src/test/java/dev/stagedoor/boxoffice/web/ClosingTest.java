package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.BoxOfficeFixture.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.Events;
import dev.stagedoor.tx.JdbcTransactions;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of requests and connections when the service is closed. */
final class ClosingTest {
  private final BoxOfficeFixture office;
  private final CountDownLatch underWay = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  ClosingTest() throws SQLException {
    office = new BoxOfficeFixture();
  }

  @AfterEach
  void close() {
    goOn.countDown();
    office.close();
  }

  @Test
  void aRequestUnderWayIsAnswered() throws Exception {
    BoxOfficeServer server = server(Duration.ofSeconds(30));
    CompletableFuture<HttpResponse<String>> answer = place(server);
    int port = server.uri().getPort();
    Thread closer = new Thread(server::close);
    closer.start();
    while (accepts(port)) {
      Thread.onSpinWait();
    }

    goOn.countDown();

    assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
    closer.join(20_000);
    assertThat(closer.isAlive()).isFalse();
  }

  @Test
  void aRequestThatOutlastsTheDrainIsCutOff() throws Exception {
    BoxOfficeServer server = server(Duration.ofMillis(50));
    CompletableFuture<HttpResponse<String>> answer = place(server);
    int port = server.uri().getPort();

    server.close();

    assertThat(answer)
        .failsWithin(Duration.ofSeconds(20))
        .withThrowableThat()
        .withRootCauseInstanceOf(IOException.class);
    assertThat(accepts(port)).isFalse();
  }

  private BoxOfficeServer server(Duration drain) {
    String event = office.newEvent();
    assertThat(event).isEqualTo("1");
    office.outbox.meanwhile =
        () -> {
          underWay.countDown();
          try {
            assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    return BoxOfficeServer.start(
        new WebSettings("127.0.0.1", 0, drain),
        office.database,
        new JdbcTransactions(office.database, Events.none()),
        office.outbox.watched());
  }

  /** Returns when the order is being placed, and waits. */
  private CompletableFuture<HttpResponse<String>> place(BoxOfficeServer server) throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        new ApiClient(server.uri())
            .postAsync("/orders", order("1", "A1"), "Idempotency-Key", "closing");
    assertThat(underWay.await(20, TimeUnit.SECONDS)).isTrue();
    return answer;
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }
}
