package dev.stagedoor.boxoffice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.ScriptedSmtp;
import dev.stagedoor.boxoffice.email.SmtpMailer;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.ResendAsked;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.LocalStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tickets that are mailed again because somebody asked, not because something failed. */
class ResendTicketsTest {
  @TempDir Path directory;

  private record Sent(Mail mail, String key) {}

  @Test
  void eachResendIsOneMoreMailOfTheSameTicketsUnderAKeyOfItsOwn() throws Exception {
    List<Sent> sent = new CopyOnWriteArrayList<>();
    TicketEmail keeping =
        TicketEmail.keyed((mail, key, origin) -> sent.add(new Sent(mail, key.value())));
    try (RunningBoxOffice office = office(keeping)) {
      long order = office.order("A1", "A2");
      office.heard.awaitCompleted(1, "send_tickets");
      assertThat(office.resend(order, null)).isInstanceOf(ResendAsked.Now.class);
      office.heard.awaitCompleted(1, "resend_tickets");
      office.resend(order, "eva@example.com");
      office.heard.awaitCompleted(2, "resend_tickets");

      assertThat(sent)
          .extracting(Sent::key)
          .containsExactly("tickets-" + order, "tickets_again-1", "tickets_again-2");
      Mail first = sent.get(0).mail();
      assertThat(sent)
          .allSatisfy(s -> assertThat(s.mail().text()).isEqualTo(first.text()))
          .allSatisfy(s -> assertThat(s.mail().subject()).isEqualTo(first.subject()))
          .allSatisfy(
              s -> assertThat(s.mail().attachment().bytes()).isEqualTo(first.attachment().bytes()));
      assertThat(sent)
          .extracting(s -> s.mail().toEmail())
          .containsExactly("jose@example.org", "jose@example.org", "eva@example.com");
    }
  }

  @Test
  void overSmtpEachHasItsOwnMessageIdOnEveryTry() throws Exception {
    try (ScriptedSmtp server = new ScriptedSmtp();
        RunningBoxOffice office =
            office(
                TicketEmail.withoutKeys(
                    new SmtpMailer(server.address(), Duration.ofSeconds(5), InstantSource.system()),
                    Unsure.PARK))) {
      long order = office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");
      server.answer(ScriptedSmtp.END, "451 later");
      office.resend(order, "eva@example.com");
      office.heard.awaitCompleted(1, "resend_tickets");

      assertThat(server.mails())
          .extracting(ResendTicketsTest::messageId)
          .containsExactly(
              "<tickets-" + order + "@stagedoor.example>",
              "<tickets_again-1@stagedoor.example>",
              "<tickets_again-1@stagedoor.example>");
      assertThat(server.mails().get(2)).contains("<eva@example.com>");
    }
  }

  @Test
  void overSmtpAResendOfWhichNobodyKnowsIsParkedAsTheFirstMailWouldBe() throws Exception {
    try (ScriptedSmtp server = new ScriptedSmtp();
        RunningBoxOffice office =
            office(
                TicketEmail.withoutKeys(
                    new SmtpMailer(server.address(), Duration.ofSeconds(5), InstantSource.system()),
                    Unsure.PARK))) {
      long order = office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");
      server.answer(ScriptedSmtp.END, ScriptedSmtp.DROP);
      office.resend(order, null);
      office.heard.await(1, e -> Heard.moved(e, "resend_tickets", Transition.PARK));

      assertThat(server.mails()).hasSize(2);
    }
  }

  @Test
  void anOrderThatIsCancelledMeanwhileGetsNothing() throws Exception {
    List<Sent> sent = new CopyOnWriteArrayList<>();
    TicketEmail keeping =
        TicketEmail.keyed((mail, key, origin) -> sent.add(new Sent(mail, key.value())));
    try (RunningBoxOffice office = office(keeping)) {
      long order = office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");
      office.queues().pause("email");
      office.resend(order, null);
      office.cancels.cancel(
          UUID.fromString(office.text("SELECT public_id FROM boxoffice.orders")),
          RunningBoxOffice.ORIGIN);
      office.queues().resume("email");
      office.heard.awaitCompleted(1, "resend_tickets");

      assertThat(sent).hasSize(1);
      assertThat(office.heard.all(JobEvent.Absorbed.class))
          .anySatisfy(
              a -> {
                assertThat(a.technique()).isEqualTo(Technique.STATE);
                assertThat(a.toString()).contains("is cancelled");
              });
    }
  }

  private RunningBoxOffice office(TicketEmail email) throws Exception {
    return new RunningBoxOffice(
        directory,
        BoxOfficeJobs::register,
        LocalStream.inThisProcess(),
        services -> services.withEmail(email));
  }

  private static String messageId(String mail) {
    return Pattern.compile("(?m)^Message-ID: (.*)\\r?$")
        .matcher(mail)
        .results()
        .map(found -> found.group(1).strip())
        .findFirst()
        .orElse("none");
  }
}
