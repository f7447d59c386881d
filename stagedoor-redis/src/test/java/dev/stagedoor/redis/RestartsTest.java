package dev.stagedoor.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Health;
import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Delivered;
import dev.stagedoor.job.JobId;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Connections that end, and a server that goes and comes. */
class RestartsTest {
  private final RedisServer server = RedisServer.start(RedisOptions.inMemory().appendOnly());
  private final Theatre theatre = new Theatre(server);

  @AfterEach
  void close() {
    theatre.close();
    server.close();
  }

  private static Stagedoor.Builder counting(Stagedoor.Builder builder) {
    return builder.handle(
        Theatre.WORK,
        run -> run.once("count", tx -> tx.update(Theatre.COUNT, run.payload().text())));
  }

  @Test
  @Tag("deep")
  void C42_tenRestartsUnderLoadAreEachFollowedByWorkWithinFiveSeconds() throws Exception {
    Random random = new Random(42);
    theatre.start(RestartsTest::counting);
    theatre.start(RestartsTest::counting);
    long jobs = 0;
    for (int restart = 1; restart <= 10; restart++) {
      int load = 1 + random.nextInt(300);
      theatre.enqueue("restart-" + restart, load);
      long half = jobs + load / 2;
      Theatre.await(
          "in the middle of it", () -> theatre.number("SELECT count(*) FROM counter") >= half);
      server.restart(random.nextBoolean());
      long back = System.nanoTime();
      theatre.heard.awaitComplete(theatre.enqueue("after-" + restart));
      assertThat(Duration.ofNanos(System.nanoTime() - back))
          .as("restart %d", restart)
          .isLessThan(Duration.ofSeconds(5));
      jobs += load + 1;
    }
    theatre.awaitAllComplete();
    assertThat(theatre.number("SELECT count(*) FROM counter WHERE n = 1")).isEqualTo(jobs);
  }

  @Test
  void C42_aWorkerThatHasNotReadForThreeBlocksIsDownUntilItReads() throws Exception {
    Stagedoor stagedoor = theatre.start(RestartsTest::counting);
    theatre.heard.awaitComplete(theatre.enqueue("before"));
    server.stop();
    Theatre.await("down", () -> stagedoor.health().status() == Health.Status.DOWN);
    assertThat(stagedoor.health().reasons())
        .anyMatch(reason -> reason.startsWith("stagedoor-read-default has failed for "));
    server.startAgain();
    Theatre.await("up", () -> stagedoor.health().status() == Health.Status.UP);
    theatre.heard.awaitComplete(theatre.enqueue("after"));
  }

  @Test
  void C39_anEntryThatWasLostWithItsConnectionIsReclaimed() throws Exception {
    theatre.relay();
    try (Line line = new Line(server.port())) {
      Stagedoor worker =
          theatre.start("redis://127.0.0.1:" + line.port(), b -> counting(b).roles(Role.WORKER));
      theatre.heard.awaitComplete(theatre.enqueue("before"));
      line.loseAnswers(true);
      JobId id = theatre.enqueue("lost on its way");
      Theatre.await("delivered", () -> theatre.redis().pending(Theatre.QUEUE) == 1);
      server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
      line.loseAnswers(false);

      theatre.heard.awaitComplete(id);
      assertThat(theatre.counter("lost on its way")).isEqualTo(1);
      assertThat(theatre.heard.count(Heard.started(id).and(RestartsTest::isReclaimed))).isOne();
      assertThat(theatre.heard.count(Heard.started(id))).isOne();
      long begun = System.nanoTime();
      worker.close();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
    }
  }

  private static boolean isReclaimed(JobEvent event) {
    return event instanceof JobEvent.RunStarted s && s.how() == Delivered.RECLAIMED;
  }
}
