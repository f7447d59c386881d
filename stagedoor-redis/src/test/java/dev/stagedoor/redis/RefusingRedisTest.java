package dev.stagedoor.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis answers, and refuses to write, for three seconds: five times the reclaim time. */
class RefusingRedisTest {
  private static final int THREE_SECONDS_OF_TRIES = 6;

  private final RedisServer server = RedisServer.start();
  private final Theatre theatre = new Theatre(server);
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  @AfterEach
  void close() {
    mayEnd.countDown();
    theatre.close();
    server.close();
  }

  private enum Refusal {
    OUT_OF_MEMORY,
    READ_ONLY;

    void begin(RedisServer server) {
      if (this == OUT_OF_MEMORY) {
        server.command("CONFIG", "SET", "maxmemory", "1");
      } else {
        server.command("REPLICAOF", "127.0.0.1", "1"); // nobody answers there
      }
    }

    void end(RedisServer server) {
      server.command("CONFIG", "SET", "maxmemory", "0");
      server.command("REPLICAOF", "NO", "ONE");
    }
  }

  @ParameterizedTest
  @EnumSource
  void C37_rowsStayUnmarkedAndWhatIsDoneIsNotDoneAgain(Refusal refusal) throws Exception {
    theatre.start(
        b ->
            b.handle(
                Theatre.WORK,
                run -> {
                  run.once("count", tx -> tx.update(Theatre.COUNT, run.payload().text()));
                  if (run.payload().text().equals("in flight")) {
                    assertThat(mayEnd.await(20, TimeUnit.SECONDS)).isTrue();
                  }
                }));
    JobId inFlight = theatre.enqueue("in flight");
    theatre.heard.await("the run", 1, Heard.started(inFlight));

    refusal.begin(server);
    JobId refused = theatre.enqueue("refused");
    triesInVain();
    assertThat(
            theatre.number("SELECT count(mark_stream) FROM stagedoor.outbox WHERE id = ?", refused))
        .isZero();
    mayEnd.countDown();
    theatre.heard.awaitComplete(inFlight);
    assertThat(theatre.counter("refused")).isEqualTo(-1);

    refusal.end(server);
    theatre.heard.awaitComplete(refused);
    theatre.awaitEmptyStream();
    assertThat(theatre.counter("in flight")).isEqualTo(1);
    assertThat(theatre.counter("refused")).isEqualTo(1);
    assertThat(theatre.heard.count(e -> e instanceof JobEvent.Applied)).isEqualTo(2);
  }

  /** Half a second lies between any two of them. */
  private void triesInVain() {
    theatre.heard.await("a try in vain", 1, Heard.trouble("relay, publishing"));
    long first = System.nanoTime();
    theatre.heard.await("more of them", THREE_SECONDS_OF_TRIES, Heard.trouble("relay, publishing"));
    assertThat(Duration.ofNanos(System.nanoTime() - first)).isGreaterThan(Duration.ofSeconds(2));
  }
}
