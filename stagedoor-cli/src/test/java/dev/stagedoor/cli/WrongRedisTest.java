package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.redis.RedisStream;
import dev.stagedoor.stream.StreamUnavailable;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What answers at {@code --redis} is not what was meant, or the text is no address. */
class WrongRedisTest {
  private static final Duration SOON = Duration.ofSeconds(15);

  @Command(name = "look")
  private static final class Look implements Runnable {
    @Mixin private final ServerOptions servers;

    Look(Map<String, String> environment) {
      servers = new ServerOptions(environment::get);
    }

    @Override
    public void run() {
      servers.redis().ifPresent(Look::look);
    }

    private static void look(String url) {
      try (RedisStream stream = RedisStream.at(url)) {
        stream.unfit().forEach(unfit -> refuse(unfit.message()));
      }
    }

    private static void refuse(String line) {
      throw new BadUse(line);
    }
  }

  private static String refusal(Map<String, String> environment, String... args) {
    CommandLine line = Commands.of(new StagedoorCommand());
    line.addSubcommand(new Look(environment));
    CommandLines refused = assertTimeoutPreemptively(SOON, () -> CommandLines.run(line, args));
    assertThat(refused.exit()).as(refused.toString()).isEqualTo(ExitCode.BAD_USE);
    assertThat(refused.err()).hasLineCount(1).doesNotContain("secret");
    return refused.err();
  }

  private static String refusal(String url) {
    return refusal(Map.of(), "look", "--redis", url);
  }

  @Test
  void nobodyListens() {
    assertThat(refusal("redis://127.0.0.1:1"))
        .contains("Redis at 127.0.0.1:1 cannot be reached (")
        .contains("): start it, or give another --redis");
  }

  @ParameterizedTest
  @CsvSource({"redis,does not answer (", "rediss,does not answer over TLS ("})
  void aListenerThatSaysNothing(String scheme, String line) {
    try (Stranger stranger = Stranger.silent()) {
      assertThat(refusal(scheme + "://" + stranger.address()))
          .contains("Redis at " + stranger.address() + " " + line)
          .contains("no Redis, or hangs, ")
          .doesNotContain("start it");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 400 No\r\n\r\n", ""})
  void aListenerThatSaysSomethingElse(String answer) {
    try (Stranger stranger = Stranger.saying(answer)) {
      assertThat(refusal("redis://:secret@" + stranger.address()))
          .contains("Redis at " + stranger.address());
    }
  }

  @Test
  void aRedisWithoutTls() {
    String address = "127.0.0.1:" + TestServers.redis().port();

    assertThat(refusal("rediss://" + address))
        .contains("Redis at " + address + " does not answer over TLS (");
  }

  @Test
  void aRedisThatNeedsAPasswordAndOneThatEvicts() {
    try (RedisServer server = RedisServer.start(RedisOptions.inMemory().password("right"))) {
      String address = "127.0.0.1:" + server.port();

      assertThat(refusal("redis://" + address))
          .isEqualTo(
              "stagedoor: Redis at %s needs a password: give redis://:PASSWORD@%s\n"
                  .formatted(address, address));
      server.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
      assertThat(refusal(server.redisUrl())).contains("set it to noeviction\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://:secret@127.0.0.1:xx",
        "redis://:secret@127.0.0.1:99999",
        "redis://:secret@127.0.0.1:-1",
        "redis://:secret@127.0.0.1?timeout=1s",
        "redis://:secret%zz@127.0.0.1",
        "http://:secret@127.0.0.1",
      })
  void anAddressThatCannotBeOne(String url) {
    assertThat(refusal(url)).startsWith("stagedoor: --redis: ").contains("127.0.0.1");
    assertThat(refusal(Map.of("STAGEDOOR_REDIS", url), "look"))
        .startsWith("stagedoor: STAGEDOOR_REDIS: ")
        .contains("127.0.0.1");
  }

  @Test
  void anEmptyVariableIsNone() {
    assertThat(new ServerOptions(Map.of("STAGEDOOR_REDIS", "")::get).redis()).isEmpty();
  }

  @Test
  void theStreamItselfNamesTheServer() {
    try (RedisStream stream = RedisStream.at("redis://127.0.0.1:1")) {
      assertThatThrownBy(stream::unfit)
          .isInstanceOf(StreamUnavailable.class)
          .hasMessageContaining("127.0.0.1:1");
    }
  }
}
