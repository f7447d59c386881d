package dev.stagedoor.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stagedoor.Role;
import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.job.JobId;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker that is killed between reading and settling, on every Redis that we run on. */
class UnsettledTest {
  private enum Kind {
    BUNDLED(RedisOptions.inMemory()),
    BUNDLED_WITH_LOGIN(RedisOptions.inMemory().user("stagedoor", "s3cret")),
    BUNDLED_WITH_TLS(RedisOptions.inMemory().withTls()),
    INSTALLED(RedisOptions.inMemory()),
    INSTALLED_WITH_TLS_AND_PASSWORD(RedisOptions.inMemory().withTls().password("s3cret"));

    private final RedisOptions options;

    Kind(RedisOptions options) {
      this.options = options;
    }

    RedisServer start() {
      if (!name().startsWith("INSTALLED")) {
        return RedisServer.start(options);
      }
      assumeTrue(RedisServer.installedExecutable().isPresent(), "no redis-server on PATH");
      return RedisServer.start(
          options.withExecutable(RedisServer.installedExecutable().orElseThrow()));
    }

    RedisStreamOptions client(RedisServer server) {
      RedisStreamOptions tagged = RedisStreamOptions.defaults().installation("eu-2");
      return server.redisUrl().startsWith("rediss") ? tagged.trust(server.certificate()) : tagged;
    }
  }

  @ParameterizedTest
  @EnumSource
  void C06_whatAKilledWorkerHadReadIsDoneOnce(Kind kind) throws Exception {
    try (RedisServer server = kind.start();
        Theatre theatre = new Theatre(server, kind.client(server))) {
      theatre.relay();
      JobId id = theatre.enqueue("a");
      Theatre.await("published", () -> theatre.marked() == 1);
      try (RedisStream killed = theatre.client()) {
        assertThat(killed.read(Theatre.QUEUE, "killed", 1, Duration.ZERO)).hasSize(1);
      }
      theatre.start(
          b ->
              b.roles(Role.WORKER)
                  .handle(
                      Theatre.WORK, run -> run.once("count", tx -> tx.update(Theatre.COUNT, "a"))));

      theatre.heard.awaitComplete(id);
      theatre.awaitEmptyStream();
      assertThat(theatre.counter("a")).isEqualTo(1);
    }
  }
}
