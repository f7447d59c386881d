package dev.stagedoor.boxoffice.email;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.SampleOrders;
import dev.stagedoor.effect.IdempotencyKey;
import jakarta.mail.BodyPart;
import jakarta.mail.Message;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mails through a real mail server, as their reader's program parses them. */
class SmtpMailerTest {
  private static final IdempotencyKey KEY = IdempotencyKey.of("tickets", 4471);
  private static final Instant NOW = Instant.parse("2026-11-29T14:02:11Z");
  private static final Mail.Attachment PDF =
      new Mail.Attachment("tickets.pdf", "application/pdf", new byte[] {0, 1, '\n', '.', '\n', -1});
  private GreenMail server;

  @BeforeEach
  void start() {
    server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  private MimeMessage sent(Mail mail) throws IOException {
    SmtpAddress address =
        new SmtpAddress(false, "127.0.0.1", server.getSmtp().getPort(), null, null);
    new SmtpMailer(address, Duration.ofSeconds(20), () -> NOW)
        .send(mail, KEY, new Origin("r1", null));
    MimeMessage[] received = server.getReceivedMessages();
    return received[received.length - 1];
  }

  private static Mail mail(String fromName, String toName, String subject, String text) {
    return new Mail(
        fromName,
        "tickets@theatre.example",
        toName,
        "buyer@example.org",
        subject,
        text,
        "ref",
        PDF);
  }

  @Test
  void bringsTheTicketsToTheBuyer() throws Exception {
    Order order = SampleOrders.named("José");

    MimeMessage message = sent(Mail.withTickets(order, PDF.bytes()));

    assertThat(message.getSubject()).isEqualTo("Your tickets for Gala of the flying oxen");
    assertThat(message.getFrom()).containsExactly(address("Teatr", Mail.FROM));
    assertThat(message.getMessageID()).isEqualTo("<tickets-4471@stagedoor.example>");
    assertThat(message.getSentDate()).isEqualTo(NOW);
    MimeMultipart parts = (MimeMultipart) message.getContent();
    assertThat(parts.getBodyPart(0).getContent().toString().replace("\r\n", "\n"))
        .startsWith("Hello José,\n\nhere are your tickets");
    BodyPart attachment = parts.getBodyPart(1);
    assertThat(attachment.getFileName()).isEqualTo("tickets.pdf");
    assertThat(attachment.getContentType()).startsWith("application/pdf");
    assertThat(attachment.getInputStream().readAllBytes()).isEqualTo(PDF.bytes());
  }

  @Test
  void everyTryHasOneMessageId() throws Exception {
    Mail mail = mail("Teatr", "José", "Your tickets", "Hello");

    assertThat(sent(mail).getMessageID())
        .isEqualTo(sent(mail).getMessageID())
        .isEqualTo("<tickets-4471@theatre.example>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Gala",
        "Gala, \"the\" <one> \\ ; (best)",
        "=?utf-8?Q?Gala=0D=0ABcc:_x@evil.test?=",
        "=?utf-8?B?DQpCY2M6IHhAZXZpbC50ZXN0?=",
        "  Gala  ",
        "Bcc: x@evil.test",
        "山田 太郎 の とても とても とても とても 長い ショー 👩‍👩‍👧 in many words and more of them",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      })
  void C87_whatPeopleWroteMakesNoHeaderAndNoRecipient(String written) throws Exception {
    MimeMessage message = sent(mail("T", "E", "Gala", "Hello"));
    List<String> fields = names(message);

    MimeMessage odd = sent(mail(written, written, written, "Hello"));

    assertThat(names(odd)).isEqualTo(fields);
    assertThat(odd.getSubject()).isEqualTo(written);
    assertThat(odd.getAllRecipients()).containsExactly(address(written, "buyer@example.org"));
    assertThat(odd.getFrom()).containsExactly(address(written, "tickets@theatre.example"));
    assertThat(server.getReceivedMessages()).hasSize(2);
    assertThat(rawHeader(odd)).allMatch(line -> line.length() <= 78);
  }

  @Test
  void C87_aLoneDotInTheTextStaysThere() throws Exception {
    String text = "Hello\n.\nMAIL FROM:<y>\n..\n.x\n\n.";

    MimeMultipart parts = (MimeMultipart) sent(mail("T", "E", "Gala", text)).getContent();

    assertThat(parts.getBodyPart(0).getContent().toString().replace("\r\n", "\n")).isEqualTo(text);
    assertThat(server.getReceivedMessages()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"Jürgen Müller, Dr.", "山田 太郎", "O'Neil \"Ed\" <e@x>", "Eva", "عمر"})
  void C88_aNameIsReadBackAsItWasWrittenAndOnlyItIsEncoded(String name) throws Exception {
    MimeMessage message = sent(mail(name, name, "Gala", "Hello"));

    assertThat(message.getFrom()).containsExactly(address(name, "tickets@theatre.example"));
    assertThat(message.getRecipients(Message.RecipientType.TO))
        .containsExactly(address(name, "buyer@example.org"));
    assertThat(((InternetAddress) message.getFrom()[0]).getPersonal()).isEqualTo(name);
    assertThat(message.getHeader("To", null)).endsWith(" <buyer@example.org>").isASCII();
    assertThat(message.getHeader("From", null)).endsWith(" <tickets@theatre.example>").isASCII();
    assertThat(rawHeader(message)).allMatch(line -> line.length() <= 78);
  }

  private static InternetAddress address(String name, String address) throws IOException {
    InternetAddress wanted = new InternetAddress();
    wanted.setAddress(address);
    wanted.setPersonal(name, "UTF-8");
    return wanted;
  }

  private static List<String> names(MimeMessage message) throws Exception {
    return Collections.list(message.getAllHeaders()).stream().map(h -> h.getName()).toList();
  }

  private static List<String> rawHeader(MimeMessage message) throws Exception {
    return Collections.list(message.getAllHeaderLines()).stream()
        .flatMap(line -> Arrays.stream(line.split("\r?\n")))
        .toList();
  }
}
