package dev.stagedoor.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.stream.Publication;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A relay's batches, one after another from one thread; prints what it measured. */
@Tag("deep")
class PublishSpeedTest {
  private static final int BATCH = 500;
  private static final int BATCHES = 60;

  /** Seconds of this process's and the server's processor time, and on the wall. */
  private record Spent(double client, double server, double wall) {
    Spent minus(Spent before) {
      return new Spent(client - before.client, server - before.server, wall - before.wall);
    }

    /** Client and server one after the other, on a machine that does nothing else. */
    double entriesASecond() {
      return BATCH * BATCHES / (client + server);
    }
  }

  /** Judged by processor time: the machine may be busy with other things. */
  @Test
  void oneThreadPublishesFortyThousandEntriesASecond() {
    RedisStreamOptions options = RedisStreamOptions.defaults();
    try (RedisServer server = RedisServer.start();
        RedisUnderTest test = new RedisUnderTest(server, options);
        RedisStream stream = RedisStream.at(server.redisUrl(), options, Duration.ofSeconds(20))) {
      double best = 0;
      for (int round = 1; round <= 12; round++) {
        Spent spent = publish(stream, test);
        best = Math.max(best, spent.entriesASecond());
        System.out.printf(
            "client %.1f us, server %.1f us, wall %.1f us an entry%n",
            perEntry(spent.client()), perEntry(spent.server()), perEntry(spent.wall()));
      }
      assertThat(best).as("entries a second").isGreaterThan(40_000);
    }
  }

  private static double perEntry(double seconds) {
    return 1e6 * seconds / (BATCH * BATCHES);
  }

  private static Spent publish(RedisStream stream, RedisUnderTest test) {
    List<Publication> batch =
        IntStream.range(0, BATCH).mapToObj(n -> Mail.publication(n, null)).toList();
    Spent before = spent(test);
    for (int n = 0; n < BATCHES; n++) {
      assertThat(stream.publish(batch)).hasSize(BATCH);
    }
    Spent spent = spent(test).minus(before);
    stream.wipeOwnKeys();
    return spent;
  }

  private static Spent spent(RedisUnderTest test) {
    Duration client = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    ServerInfo info = ServerInfo.of(test.commands().info("cpu"));
    double server =
        Double.parseDouble(info.lines().get("used_cpu_user"))
            + Double.parseDouble(info.lines().get("used_cpu_sys"));
    return new Spent(client.toNanos() / 1e9, server, System.nanoTime() / 1e9);
  }
}
