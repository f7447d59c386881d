package dev.stagedoor.boxoffice.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.SampleOrders;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.SendFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who we are to a mail server, and what it hears before the line is encrypted. */
class SmtpLoginTest {
  @TempDir private static Path directory;
  private static SSLContext certificate;
  private final Mail mail = Mail.withTickets(SampleOrders.named("José"), new byte[] {1});

  @BeforeAll
  static void make() throws Exception {
    certificate = Certificate.of("127.0.0.1", directory);
  }

  private void send(SmtpAddress to, SSLContext trusting) throws IOException {
    new SmtpMailer(to, Duration.ofSeconds(20), InstantSource.system(), trusting.getSocketFactory())
        .send(mail, IdempotencyKey.of("tickets", 4471), new Origin("r1", null));
  }

  private static SmtpAddress login(ScriptedSmtp server) {
    return new SmtpAddress(false, "127.0.0.1", server.address().port(), "eva@x.org", "secret");
  }

  @Test
  void nameAndPasswordAreToldAfterTheLineIsEncrypted() throws Exception {
    try (ScriptedSmtp server = new ScriptedSmtp(certificate)) {
      server.answer("AUTH", "235 welcome");

      send(login(server), certificate);

      String told =
          Base64.getEncoder()
              .encodeToString("eva@x.org\0eva@x.org\0secret".getBytes(StandardCharsets.UTF_8));
      assertThat(server.commands())
          .extracting(c -> c.split("[ :]", 2)[0])
          .startsWith("EHLO", "STARTTLS", "EHLO", "AUTH", "MAIL", "RCPT", "DATA");
      assertThat(server.commands()).contains("AUTH PLAIN " + told);
      assertThat(server.mails()).hasSize(1);
    }
  }

  @Test
  void withoutAUserALineIsEncryptedWhereTheServerOffersIt() throws Exception {
    try (ScriptedSmtp server = new ScriptedSmtp(certificate)) {
      send(server.address(), certificate);

      assertThat(server.commands()).contains("STARTTLS").noneMatch(c -> c.startsWith("AUTH"));
      assertThat(server.mails()).hasSize(1);
    }
  }

  @Test
  void aServerThatIsAnotherOrThatNobodyVouchesForHearsNothing() throws Exception {
    try (ScriptedSmtp server = new ScriptedSmtp(certificate)) {
      assertNothingSent(server, SSLContext.getDefault());
    }
    SSLContext other = Certificate.of("127.0.0.2", directory);
    try (ScriptedSmtp server = new ScriptedSmtp(other)) {
      assertNothingSent(server, other);
    }
  }

  private void assertNothingSent(ScriptedSmtp server, SSLContext trusting) {
    SendFailure failure =
        catchThrowableOfType(SendFailure.class, () -> send(login(server), trusting));

    assertThat(failure.kind()).isEqualTo(SendFailure.Kind.NOT_SENT);
    assertThat(server.commands()).noneMatch(c -> c.startsWith("AUTH") || c.startsWith("MAIL"));
  }

  @Test
  void aPasswordThatIsWrongIsNoFaultOfTheMail() throws Exception {
    try (ScriptedSmtp server = new ScriptedSmtp(certificate)) {
      server.answer("AUTH", "535 5.7.8 wrong");

      SendFailure failure =
          catchThrowableOfType(SendFailure.class, () -> send(login(server), certificate));

      assertThat(failure.kind()).isEqualTo(SendFailure.Kind.NOT_SENT);
      assertThat(failure).hasMessageContaining("535 5.7.8 wrong").message().doesNotContain("eva");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "smtp://mx.example, false, mx.example, 587, , ",
    "smtps://mx.example/, true, mx.example, 465, , ",
    "smtp://mx.example:25, false, mx.example, 25, , ",
    "smtps://eva@mx.example:4650, true, mx.example, 4650, eva, of the environment",
    "smtp://eva%40x.org:a+b%3A@mx.example, false, mx.example, 587, eva@x.org, a+b:",
  })
  void anAddressIsReadWhole(
      String url, boolean tls, String host, int port, String user, String password) {
    assertThat(SmtpAddress.parse(URI.create(url), "of the environment"))
        .isEqualTo(new SmtpAddress(tls, host, port, user, password));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "smtp:mx",
        "smtp:///x",
        "smtp://mx/x",
        "smtp://mx?a=b",
        "smtp://mx#a",
        "smtp://mx:0",
        "smtp://mx:70000",
        "smtp://@mx",
        "smtp://eva@mx",
      })
  void whatNamesNoServerIsToldHow(String url) {
    assertThatThrownBy(() -> SmtpAddress.parse(URI.create(url), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "give smtp://.*|a user needs a password: set STAGEDOOR_SMTP_PASSWORD.*");
  }

  @Test
  void aPasswordIsNeverShown() {
    assertThat(SmtpAddress.parse(URI.create("smtp://eva:secret@mx"), null))
        .hasToString("smtp://eva@mx:587");
  }
}
