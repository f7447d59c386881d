package dev.stagedoor.boxoffice.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.cli.BadUse;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.job.Windows;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What an operator chooses for mails, and what that makes of the effect. */
class MailOptionsTest {
  private static TicketEmail email(String url, @Nullable String password, String... line) {
    MailOptions options = new MailOptions(name -> password);
    new CommandLine(options).parseArgs(line);
    return options.email(URI.create(url), Windows.STANDARD);
  }

  @Test
  void aProviderOverHttpKeepsKeysAndCanBeAsked() {
    TicketEmail email = email("http://127.0.0.1:9/", null);

    assertThat(email.type().keysKept()).isPresent();
    assertThat(email.type().unsure()).isEmpty();
    assertThat(email.mailer()).isInstanceOf(Lookup.class);
    assertThat(email.from()).isEqualTo("tickets@stagedoor.example");
  }

  @Test
  void aMailServerHasNoKeysAndAtMostOneMailIsSentUnlessAnOperatorChoosesOtherwise() {
    TicketEmail park = email("smtp://eva@mx.example", "secret");
    TicketEmail again =
        email("smtps://mx", null, "--smtp-unsure", "send-again", "--mail-from", "gala@teatr.pl");

    assertThat(park.type().keysKept()).isEmpty();
    assertThat(park.type().unsure()).contains(Unsure.PARK);
    assertThat(park.mailer()).hasToString("smtp://eva@mx.example:587");
    assertThat(again.type().unsure()).contains(Unsure.SEND_AGAIN);
    assertThat(again.from()).isEqualTo("gala@teatr.pl");
    assertThat(again.type().kind()).isEqualTo(park.type().kind());
  }

  @Test
  void whatWasGivenCanBeGivenToEveryWorker() {
    MailOptions options = new MailOptions(name -> null);
    assertThat(options.asGiven()).isEmpty();
    new CommandLine(options).parseArgs("--mail-from", "a@b", "--smtp-unsure", "park");

    assertThat(options.asGiven()).isEqualTo(" --mail-from a@b --smtp-unsure park");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://mx | --mail-from=a@b | --mail ftp://mx: give http://HOST:PORT, https://HOST, or smtp://USER@HOST:PORT",
        "http:x | --mail-from=a@b | --mail http:x: give http",
        "smtp://mx/x | --mail-from=a@b | --mail smtp://mx/x: give smtp://USER@HOST:PORT or smtps://USER@HOST:PORT",
        "smtp://eva:secret@mx:0 | --mail-from=a@b | --mail smtp://eva@mx:0: give smtp",
        "smtp://eva@mx | --mail-from=a@b | --mail smtp://eva@mx: a user needs a password: set STAGEDOOR_SMTP_PASSWORD",
        "smtp://mx | --smtp-unsure=maybe | --smtp-unsure maybe: give park or send-again",
        "http://mx | --smtp-unsure=park | --smtp-unsure park: leave it out",
        "smtp://mx | --mail-from=x | --mail-from x: give one like tickets@example.org",
        "smtp://mx | --mail-from=<a@b> | --mail-from <a@b>: give one like tickets@example.org",
      })
  void aBadChoiceIsOneLine(String url, String option, String line) {
    assertThatThrownBy(() -> email(url, null, option))
        .isInstanceOf(BadUse.class)
        .hasMessageStartingWith(line)
        .message()
        .doesNotContain("\n", "secret");
  }
}
