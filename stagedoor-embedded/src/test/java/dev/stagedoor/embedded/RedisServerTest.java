package dev.stagedoor.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RedisServerTest {

  @Test
  void neverEvicts() {
    try (RedisServer server =
        RedisServer.start(RedisOptions.inMemory().setting("maxmemory", "1mb"))) {
      assertThatThrownBy(() -> fill(server)).hasMessageContaining("OOM");
    }
  }

  private static void fill(RedisServer server) {
    for (int i = 0; i < 100; i++) {
      server.command("SET", "key:" + i, "x".repeat(100_000));
    }
  }

  @Test
  void appendOnlyKeepsKeysOverStopAndKillUnlessToldNotTo() {
    try (RedisServer server = RedisServer.start(RedisOptions.inMemory().appendOnly())) {
      server.command("SET", "seat", "7");
      server.restart(true);
      assertThat(server.command("EXISTS", "seat")).isEqualTo("1");
      server.crash();
      server.startAgain();
      assertThat(server.command("EXISTS", "seat")).isEqualTo("1");
      server.restart(false);
      assertThat(server.command("EXISTS", "seat")).isEqualTo("0");
    }
  }

  @Test
  void inMemoryKeepsKeysOverRestartOnlyWhenAsked() {
    try (RedisServer server = RedisServer.start()) {
      server.command("SET", "seat", "7");
      server.restart(true);
      assertThat(server.command("EXISTS", "seat")).isEqualTo("1");
      server.crash();
      server.startAgain();
      server.command("SET", "row", "A");
      server.restart(false);
      assertThat(server.command("DBSIZE")).isEqualTo("0");
    }
  }

  @Test
  void flushAllEmptiesIt() {
    try (RedisServer server = RedisServer.start()) {
      server.command("SET", "seat", "7");
      server.flushAll();
      assertThat(server.command("DBSIZE")).isEqualTo("0");
    }
  }

  static Stream<RedisOptions> guarded() {
    RedisOptions plain = RedisOptions.inMemory();
    return Stream.of(
        plain.password("secret"),
        plain.user("relay", "secret"),
        plain.withTls().user("relay", "secret"));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void letsInOnlyWhoKnows(RedisOptions options) {
    letsInOnlyWhoKnowsOn(options);
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void theInstalledServerToo(RedisOptions options) {
    Path installed = RedisServer.installedExecutable().orElse(null);
    assumeTrue(installed != null, "no redis-server is installed here");
    letsInOnlyWhoKnowsOn(options.withExecutable(installed));
  }

  private static void letsInOnlyWhoKnowsOn(RedisOptions options) {
    try (RedisServer server = RedisServer.start(options)) {
      assertThat(server.command("PING")).isEqualTo("PONG");
      assertThat(server.redisUrl())
          .startsWith(options.tls() ? "rediss://" : "redis://")
          .endsWith("127.0.0.1:" + server.port());
      if (options.tls()) {
        assertThat(server.certificate()).content().startsWith("-----BEGIN CERTIFICATE-----");
      }
      assertThatThrownBy(
          () -> {
            try (RedisWire stranger = RedisWire.connect(server.port(), null, null)) {
              stranger.command("PING");
            }
          });
    }
  }

  @Test
  void closeRemovesProcessAndDirectory() {
    RedisServer server = RedisServer.start();
    ProcessHandle process = server.process();
    server.close();
    server.close();
    process.onExit().orTimeout(15, TimeUnit.SECONDS).join();
    assertThat(server.home()).doesNotExist();
  }

  @Test
  void takenPortIsNamed() {
    int taken = TestServers.redis().port();
    assertThatThrownBy(() -> RedisServer.start(RedisOptions.inMemory().onPort(taken)))
        .isInstanceOf(ServerStartException.class)
        .hasMessage(
            "port %d for Redis is taken: stop what listens there or choose another port", taken);
  }

  @Test
  void missingExecutableIsNamed() {
    RedisOptions options = RedisOptions.inMemory().withExecutable(Path.of("/no/redis-server"));
    assertThatThrownBy(() -> RedisServer.start(options))
        .isInstanceOf(ServerStartException.class)
        .hasMessage(
            "no executable at /no/redis-server: give the path of a redis-server 6.2 or newer");
  }

  @Test
  void refusedSettingIsNamed() {
    RedisOptions options = RedisOptions.inMemory().setting("maxmemory-policy", "never");
    assertThatThrownBy(() -> RedisServer.start(options))
        .isInstanceOf(ServerStartException.class)
        .hasMessageContaining("maxmemory-policy \"never\"")
        .hasMessageNotContaining("\n");
  }
}
