package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.stagedoor.embedded.TestServers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What answers at {@code --postgres} is not what was meant: told soon, in one line. */
class WrongPostgresTest {
  private static final Duration SOON = Duration.ofSeconds(25);

  private static String refusal(String command, String url) {
    String[] args = (command + " --postgres " + url).split(" ", -1);
    CommandLines refused = assertTimeoutPreemptively(SOON, () -> CommandLines.run(args));
    assertThat(refused.exit()).as(refused.toString()).isEqualTo(ExitCode.BAD_USE);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).hasLineCount(1).doesNotContain("secret", "start it");
    return refused.err();
  }

  @Test
  void aListenerThatSaysNothing() {
    try (Stranger stranger = Stranger.silent()) {
      assertThat(refusal("migrate", "postgres://ada:secret@" + stranger.address() + "/tickets"))
          .contains("PostgreSQL at " + stranger.address() + " did not answer within 10 s: ")
          .contains("does not speak PostgreSQL, or hangs: give another --postgres");
    }
  }

  @Test
  void howLongItIsWaitedForCanBeSaid() {
    try (Stranger stranger = Stranger.silent()) {
      String url = "postgres://ada:secret@" + stranger.address() + "/tickets?loginTimeout=1";

      assertThat(refusal("jobs list", url)).contains("did not answer within 1 s: ");
    }
  }

  @Test
  void aRedis() {
    String address = "127.0.0.1:" + TestServers.redis().port();

    assertThat(refusal("jobs list", "postgres://ada:secret@" + address + "/tickets?loginTimeout=1"))
        .contains(address)
        .contains("does not speak PostgreSQL");
  }

  @ParameterizedTest
  @CsvSource({"prefer,'HTTP/1.1 400 No\r\n\r\n'", "disable,'HTTP/1.1 400 No\r\n\r\n'", "prefer,''"})
  void aListenerThatSaysSomethingElse(String sslmode, String answer) {
    try (Stranger stranger = Stranger.saying(answer)) {
      String url = "postgres://ada:secret@" + stranger.address() + "/tickets?sslmode=" + sslmode;

      assertThat(refusal("jobs list", url))
          .contains(stranger.address())
          .contains("does not speak PostgreSQL");
    }
  }

  @Test
  void aServerThatWantsAPasswordWhereNoneIsGiven() {
    String server = "127.0.0.1:" + TestServers.postgres().port();
    String user = TestServers.postgres().user();

    assertThat(refusal("jobs list", "postgres://" + user + "@" + server + "/postgres"))
        .contains("PostgreSQL at " + server + " wants a password of user \"" + user + "\"")
        .contains(": set PGPASSWORD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"require", "verify-ca", "verify-full"})
  void aServerWithoutTlsWhereItIsAskedFor(String sslmode) {
    String server = "127.0.0.1:" + TestServers.postgres().port();
    String url = "postgres://ada:secret@" + server + "/postgres?sslmode=" + sslmode;

    assertThat(refusal("jobs list", url))
        .contains("PostgreSQL at " + server + " ")
        .contains("sslmode=" + sslmode)
        .contains("drop sslmode, or turn TLS on");
  }

  @Test
  void aHostThatNobodyKnows() {
    assertThat(refusal("jobs list", "postgres://ada:secret@nowhere.invalid/tickets"))
        .contains("PostgreSQL at nowhere.invalid:5432 cannot be reached (no such host)")
        .contains(": correct the host");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://ada:secret@127.0.0.1:99999/tickets",
        "postgres://ada:secret@127.0.0.1:0/tickets",
        "postgres://ada:secret@127.0.0.1/tick%ets",
        "postgres://ada:secret@127.0.0.1/tickets?options=%zz",
        "postgres://ada:secret@127.0.0.1/tickets?loginTimeout=soon",
        "postgres://ada:secret@127.0.0.1:1/tickets?sslmode=maybe",
      })
  void aUrlThatCannotBeOne(String url) {
    assertThat(refusal("jobs list", url)).contains("127.0.0.1");
  }
}
