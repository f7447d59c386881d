package dev.stagedoor.boxoffice.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.stagedoor.cli.BadUse;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.redis.RedisStreamOptions;
import dev.stagedoor.stream.StreamUnavailable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Redis that was given and is none, or an unfit one. */
class GivenRedisTest {
  private static void look(String url) {
    Servers given = new Servers("jdbc:postgresql://unused/unused", url, null, null);
    given.stream(RedisStreamOptions.defaults()).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "rediss"})
  void whatSaysNothingIsToldWithinSeconds(String scheme) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();

      assertTimeoutPreemptively(
          Duration.ofSeconds(12),
          () ->
              assertThatThrownBy(() -> look(scheme + "://" + address))
                  .isInstanceOf(StreamUnavailable.class)
                  .hasMessageContaining("Redis at " + address + " does not answer"));
    }
  }

  @Test
  void theLineForAnEvictingOneEndsWithWhatACommandLineCanDo() {
    try (RedisServer server = RedisServer.start()) {
      server.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");

      assertThatThrownBy(() -> look(server.redisUrl()))
          .isInstanceOf(BadUse.class)
          .hasMessageEndingWith("set it to noeviction");
    }
  }
}
