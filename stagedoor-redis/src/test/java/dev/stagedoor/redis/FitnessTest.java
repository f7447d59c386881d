package dev.stagedoor.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamUnavailable;
import dev.stagedoor.stream.Unfit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, and in which words. */
class FitnessTest {
  private static final Duration PATIENT = Duration.ofSeconds(20);

  private static RedisAddress address(String uri) {
    return RedisAddress.of(uri, "test", PATIENT);
  }

  private static List<Unfit> unfit(String uri) {
    return unfit(uri, RedisStreamOptions.defaults());
  }

  private static List<Unfit> unfit(String uri, RedisStreamOptions options) {
    try (RedisStream stream = RedisStream.at(uri, options, PATIENT)) {
      return stream.unfit();
    }
  }

  @Test
  void C36_anEvictingPolicyIsTheOneFaultThatMayBeAccepted() {
    try (RedisServer server = RedisServer.start()) {
      assertThat(unfit(server.redisUrl())).isEmpty();
      server.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");

      assertThat(unfit(server.redisUrl()))
          .singleElement()
          .isEqualTo(
              new Unfit(
                  Unfit.Kind.EVICTION,
                  "Redis at 127.0.0.1:"
                      + server.port()
                      + " has maxmemory-policy allkeys-lru and may throw queues away: set it to"
                      + " noeviction"));
    }
  }

  @Test
  void aReplicaIsUnfit() {
    try (RedisServer server = RedisServer.start()) {
      server.command("REPLICAOF", "127.0.0.1", "1");

      assertThat(unfit(server.redisUrl()))
          .singleElement()
          .satisfies(
              fault -> {
                assertThat(fault.kind()).isEqualTo(Unfit.Kind.READ_ONLY);
                assertThat(fault.message()).contains("primary");
              });
    }
  }

  @Test
  void wrongCredentialsAreOneLineWithoutThePassword() {
    try (RedisServer server = RedisServer.start(RedisOptions.inMemory().user("door", "s3same"))) {
      String bare = "127.0.0.1:" + server.port();

      assertThat(unfit(server.redisUrl())).isEmpty();
      assertRefused(
          unfit("redis://door:wrong1@" + bare), "refuses the user or the password: correct them");
      assertRefused(unfit("redis://" + bare), "needs a password: give redis://:PASSWORD@" + bare);
      server.command("ACL", "SETUSER", "door", "-info");
      assertRefused(unfit(server.redisUrl()), "NOPERM");
    }
  }

  private static void assertRefused(List<Unfit> faults, String line) {
    assertThat(faults).hasSize(1);
    assertThat(faults.get(0).kind()).isEqualTo(Unfit.Kind.CREDENTIALS);
    assertThat(faults.get(0).message())
        .contains(line)
        .doesNotContain("wrong1", "s3same", "HELLO")
        .doesNotContain("\n");
  }

  @Test
  void aCertificateThatIsNotTrustedIsToldAsSuch() {
    try (RedisServer server = RedisServer.start(RedisOptions.inMemory().withTls())) {
      RedisStreamOptions trusting = RedisStreamOptions.defaults().trust(server.certificate());
      assertThat(unfit(server.redisUrl(), trusting)).isEmpty();
      assertThatThrownBy(() -> unfit(server.redisUrl()))
          .isInstanceOf(StreamUnavailable.class)
          .hasMessageContaining("certif");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5.0.14,false",
    "6.0.16,false",
    "6.2.0,true",
    "7.0.15,true",
    "8,true",
    "10.0.1,true",
    "odd,true"
  })
  void versionsBelow62AreUnfit(String version, boolean fit) {
    ServerInfo info = ServerInfo.of("# Server\r\nredis_version:" + version + "\r\nrole:master\r\n");

    List<Unfit> faults = new Fitness(address("redis://h:7")).faults(info);

    assertThat(faults.isEmpty()).isEqualTo(fit);
    assertThat(faults)
        .allSatisfy(
            fault ->
                assertThat(fault)
                    .isEqualTo(
                        new Unfit(
                            Unfit.Kind.VERSION,
                            "Redis at h:7 is " + version + ": install 6.2 or newer")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", "http://h", "redis://", "redis://u:secret@h:notaport"})
  void aWrongAddressIsRefusedWithItsMend(String uri) {
    assertThatThrownBy(() -> RedisStream.at(uri))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("redis://[user:password@]host[:port]")
        .hasMessageNotContaining("secret");
  }

  @Test
  void C39_aTimeOutThatABlockingReadWouldMeetIsRefused() {
    assertThatThrownBy(() -> RedisStream.at("redis://u:secret@h?timeout=1s"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("1000 ms")
        .hasMessageNotContaining("secret");
    assertThat(address("redis://h?timeout=1500ms").readTimeout())
        .isEqualTo(Duration.ofMillis(1_500));
    assertThat(address("redis://h").readTimeout()).isGreaterThan(JobStream.LONGEST_BLOCK);
  }

  @Test
  void wrongOptionsAreListedTogether() {
    assertThatThrownBy(() -> new RedisStreamOptions("Box Office", Path.of("/nowhere.pem")))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("Box Office")
        .hasMessageContaining("/nowhere.pem");
  }
}
