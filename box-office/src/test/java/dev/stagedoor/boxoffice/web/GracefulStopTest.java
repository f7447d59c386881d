package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.BoxOfficeFixture.order;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class GracefulStopTest {
  @Test
  void aRequestUnderWayIsAnsweredAndNoNewOneIsTaken() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    BoxOfficeFixture office = new BoxOfficeFixture();
    String event = office.newEvent();
    int port = office.server.uri().getPort();
    office.outbox.meanwhile =
        () -> {
          running.countDown();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    CompletableFuture<HttpResponse<String>> order =
        office.api.postAsync("/orders", order(event, "A1"), "Idempotency-Key", "stop");
    running.await();

    CompletableFuture<Void> closed = CompletableFuture.runAsync(office::close);
    while (accepts(port)) {
      Thread.onSpinWait();
    }
    assertThat(closed).isNotDone();
    goOn.countDown();

    assertThat(order.join().statusCode()).isEqualTo(201);
    closed.join();
  }

  private static boolean accepts(int port) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    }
  }
}
