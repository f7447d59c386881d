package dev.stagedoor.boxoffice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.email.ScriptedSmtp;
import dev.stagedoor.boxoffice.email.SmtpMailer;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.LocalStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mail is taken, and the line breaks before anybody says so, three times. */
class LostReplyTest {
  @TempDir Path directory;
  private ScriptedSmtp server;

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedSmtp();
    server.answer(ScriptedSmtp.END, ScriptedSmtp.DROP, ScriptedSmtp.DROP, ScriptedSmtp.DROP);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private RunningBoxOffice office(Unsure unsure) throws SQLException, IOException {
    TicketEmail chosen =
        TicketEmail.withoutKeys(
            new SmtpMailer(server.address(), Duration.ofSeconds(1), InstantSource.system()),
            unsure);
    TicketEmail soonStale =
        new TicketEmail(
            chosen.type().sendTimeout(Duration.ofSeconds(1)).staleAfter(Duration.ofMillis(2_500)),
            chosen.mailer(),
            chosen.from());
    return new RunningBoxOffice(
        directory,
        BoxOfficeJobs::register,
        LocalStream.inThisProcess(),
        services -> services.withEmail(soonStale));
  }

  @Test
  void C83_whoChoseAtMostOneMailGetsOneAndIsAsked() throws Exception {
    try (RunningBoxOffice office = office(Unsure.PARK)) {
      office.order("A1");
      office.heard.await(1, e -> Heard.moved(e, "send_tickets", Transition.PARK));

      assertThat(server.mails()).hasSize(1);
      assertThat(office.text("SELECT state FROM stagedoor.jobs WHERE type = 'send_tickets'"))
          .isEqualTo("parked");
      assertThat(office.text("SELECT cause FROM stagedoor.jobs WHERE type = 'send_tickets'"))
          .contains("effect tickets-", "parked", "it may be on its way");
      assertThat(office.number("SELECT count(*) FROM boxoffice.email_sends WHERE sent_at IS NULL"))
          .isEqualTo(1);
    }
  }

  @Test
  void C83_whoChoseAtLeastOneMailGetsMoreWithOneMessageId() throws Exception {
    try (RunningBoxOffice office = office(Unsure.SEND_AGAIN)) {
      long order = office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");

      assertThat(server.mails()).hasSizeGreaterThanOrEqualTo(4);
      assertThat(messageIds())
          .containsExactly("Message-ID: <tickets-" + order + "@stagedoor.example>");
    }
  }

  @Test
  void C83_aProviderWithKeysAcceptsOneMail() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, BoxOfficeJobs::register)) {
      office.provider.fault("{\"loseReplies\":3}");
      office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");

      assertThat(office.provider("requests")).isEqualTo(4);
      assertThat(office.provider("accepted")).isEqualTo(1);
    }
  }

  private Set<String> messageIds() {
    return server.mails().stream()
        .flatMap(mail -> Arrays.stream(mail.split("\r\n")))
        .filter(line -> line.startsWith("Message-ID:"))
        .collect(Collectors.toSet());
  }
}
