package dev.stagedoor.boxoffice.email;

import static dev.stagedoor.boxoffice.email.ScriptedSmtp.DROP;
import static dev.stagedoor.boxoffice.email.ScriptedSmtp.END;
import static dev.stagedoor.boxoffice.email.ScriptedSmtp.GREETING;
import static dev.stagedoor.boxoffice.email.ScriptedSmtp.HANG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.SampleOrders;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.SendFailure;
import dev.stagedoor.effect.SendFailure.Kind;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a mailer over SMTP knows of a failed send, at each place where it can fail. */
class SmtpFailuresTest {
  private static final IdempotencyKey KEY = IdempotencyKey.of("tickets", 4471);
  private final Mail mail = Mail.withTickets(SampleOrders.named("José"), new byte[200_000]);
  private ScriptedSmtp server;

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedSmtp();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private void send(SmtpAddress to, Duration patience) throws IOException {
    new SmtpMailer(to, patience, InstantSource.system()).send(mail, KEY, new Origin("r1", null));
  }

  private Throwable failure() {
    return catchThrowable(() -> send(server.address(), Duration.ofSeconds(20)));
  }

  private static void assertKnown(Throwable failure, Kind kind) {
    assertThat(failure)
        .isInstanceOfSatisfying(
            SendFailure.class, known -> assertThat(known.kind()).isEqualTo(kind));
  }

  @ParameterizedTest
  @CsvSource({
    "GREETING, DROP",
    "GREETING, 554 go away",
    "GREETING, 450 later",
    "EHLO, DROP",
    "MAIL, DROP",
    "MAIL, 451 4.3.0 later",
    "MAIL, 550 5.7.1 not from you",
    "RCPT, DROP",
    "RCPT, 450 4.2.0 greylisted",
    "RCPT, 451 later",
    "DATA, DROP",
    "DATA, 451 later",
    "CONTENT, DROP",
    "., 450 later",
    "., 451 4.3.2 later",
    "., 452 full"
  })
  void whatHasNoEndWasNotSentAndWhatIsPutOffNeither(String where, String answer) {
    server.answer(where, answer);

    assertKnown(failure(), Kind.NOT_SENT);
    assertThat(server.mails().size()).isEqualTo(where.equals(END) ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {GREETING, "MAIL", "RCPT", "DATA", END})
  void aServerThatShutsDownIsLeftAloneForAWhile(String where) {
    server.answer(where, "421 4.3.2 shutting down");

    Throwable failure = failure();
    assertKnown(failure, Kind.THROTTLED);
    assertThat(((SendFailure) failure).waitFor()).contains(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @CsvSource({
    "RCPT, 550 5.1.1 no such user",
    "RCPT, 552 5.2.2 mailbox full",
    "RCPT, 571 5.7.1 no",
    "DATA, 554 5.5.1 no valid recipients",
    "., 550 5.7.1 looks like spam",
    "., 554 5.6.0 no"
  })
  void whatIsRefusedIsRefusedForGood(String where, String answer) {
    server.answer(where, answer);

    Throwable failure = failure();
    assertKnown(failure, Kind.REFUSED);
    assertThat(failure).hasMessage("refused: " + answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RCPT", "DATA", END})
  void whatWasAnsweredStaysKnownWhereTheServerFallsSilentAfterIt(String where) {
    server.answer(where, "554 no").answer("RSET", HANG);

    assertKnown(catchThrowable(() -> send(server.address(), Duration.ofMillis(700))), Kind.REFUSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {DROP, "", "garbage", "354 what", "999 what"})
  void afterTheEndNothingButARefusalIsKnown(String answer) {
    server.answer(END, answer.isEmpty() ? HANG : answer);

    Throwable failure = catchThrowable(() -> send(server.address(), Duration.ofMillis(700)));

    assertThat(failure)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it may be on its way");
    assertThat(server.mails()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {GREETING, "EHLO", "MAIL", "RCPT", "DATA"})
  void aServerThatSaysNothingBeforeTheEndHasNothing(String where) {
    server.answer(where, HANG);

    assertKnown(
        catchThrowable(() -> send(server.address(), Duration.ofMillis(300))), Kind.NOT_SENT);
    assertThat(server.mails()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "no-such-host.invalid"})
  void aConnectionThatWasNotMadeSentNothing(String host) {
    SmtpAddress nowhere = new SmtpAddress(false, host, 1, null, null);

    assertKnown(catchThrowable(() -> send(nowhere, Duration.ofSeconds(20))), Kind.NOT_SENT);
  }

  @Test
  void aLineThatBreaksAfterTheMailWasTakenChangesNothing() throws Exception {
    server.answer("QUIT", DROP);

    send(server.address(), Duration.ofSeconds(20));
    assertThat(server.mails()).hasSize(1);
  }

  @Test
  void whatTheServerSaysIsToldWithoutTheAddress() {
    server.answer("RCPT", "550-5.1.1 <buyer@example.org>:\r\n550 5.1.1 unknown");

    assertThat(failure())
        .hasMessage("refused: 550-5.1.1 <…@…>: 550 5.1.1 unknown")
        .satisfies(f -> assertThat(chain(f)).doesNotContain("buyer"));
  }

  private static String chain(Throwable failure) {
    java.io.StringWriter text = new java.io.StringWriter();
    failure.printStackTrace(new java.io.PrintWriter(text));
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"RCPT, true", "., false"})
  void anInterruptEndsAWaitAtOnce(String where, boolean known) throws Exception {
    server.answer(where, HANG);
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    Thread sender =
        new Thread(
            () ->
                failed.complete(
                    catchThrowable(() -> send(server.address(), Duration.ofMinutes(5)))));
    sender.start();
    server.awaitCommand(where.equals(END) ? "DATA" : where);
    if (where.equals(END)) {
      server.awaitMails(1);
    }
    sender.interrupt();

    Throwable failure = failed.get(30, TimeUnit.SECONDS);
    assertThat(failure instanceof SendFailure).isEqualTo(known);
  }

  @Test
  void aUserIsNeverToldToAServerThatOffersNoEncryption() {
    SmtpAddress to = server.address();
    SmtpAddress login = new SmtpAddress(false, to.host(), to.port(), "eva", "secret");

    assertThatThrownBy(() -> send(login, Duration.ofSeconds(20)))
        .isInstanceOfSatisfying(
            SendFailure.class, f -> assertThat(f.kind()).isEqualTo(Kind.NOT_SENT));
    assertThat(server.commands()).allMatch(c -> c.startsWith("EHLO") || c.equals("QUIT"));
  }
}
