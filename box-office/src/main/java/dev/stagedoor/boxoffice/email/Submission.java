package dev.stagedoor.boxoffice.email;

import dev.stagedoor.effect.SendFailure;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/**
 * One connection for one mail, which knows how far it has come: that tells what a failure means.
 *
 * <table>
 *   <caption>What a failure means</caption>
 *   <tr><th>reached</th><th>lost</th><th>421</th><th>other 4xx</th><th>5xx</th></tr>
 *   <tr><td>connecting, greeting, TLS, login, sender</td><td>not sent</td><td>throttled</td>
 *       <td>not sent</td><td>not sent: it is us that the server does not like, and an operator can
 *       mend that</td></tr>
 *   <tr><td>recipient, content</td><td>not sent: a server keeps nothing of a mail without its
 *       end</td><td>throttled</td><td>not sent</td><td>refused</td></tr>
 *   <tr><td>end: the dot has left us</td><td>unknown</td><td>throttled</td><td>not sent</td>
 *       <td>refused</td></tr>
 * </table>
 *
 * <p>Belongs to its thread.
 */
final class Submission extends SMTPTransport {
  private static final Duration BUSY = Duration.ofMinutes(1);
  private static final int SHUTTING_DOWN = 421;
  private static final int LONGEST = 200;

  /** How far the mail has come. */
  private enum Reached {
    CONNECTION,
    SENDER,
    RECIPIENT,
    CONTENT,
    END
  }

  private Reached reached = Reached.CONNECTION;

  Submission(Session session, SmtpAddress server) {
    super(
        session,
        new URLName("smtp", server.host(), server.port(), null, null, null),
        "smtp",
        server.tls());
  }

  @Override
  protected void mailFrom() throws MessagingException {
    reached = Reached.SENDER;
    super.mailFrom();
  }

  @Override
  protected void rcptTo() throws MessagingException {
    reached = Reached.RECIPIENT;
    super.rcptTo();
  }

  @Override
  protected OutputStream data() throws MessagingException {
    reached = Reached.CONTENT;
    return super.data();
  }

  @Override
  protected void finishData() throws IOException, MessagingException {
    reached = Reached.END; // before the dot: what is written may have arrived, whoever says not
    super.finishData();
  }

  /**
   * Nothing is reset: the line serves one mail, and a failure here would hide the answer before.
   */
  @Override
  public void issueCommand(String command, int expected) throws MessagingException {
    if (!command.equals("RSET")) {
      super.issueCommand(command, expected);
    }
  }

  /**
   * What is known of a failed send.
   *
   * @throws SendFailure if it is known that nothing was sent
   */
  IOException meaning(MessagingException failure) {
    int code = getLastReturnCode();
    boolean answered = code >= 400 && code <= 599;
    if (reached == Reached.END && !answered) {
      return new IOException(
          "no answer from the mail server after the whole mail: it may be on its way",
          lost(failure));
    }
    if (code == SHUTTING_DOWN) {
      throw SendFailure.throttled(BUSY);
    }
    if (code >= 500 && answered && reached.compareTo(Reached.RECIPIENT) >= 0) {
      throw SendFailure.refused(oneLine(getLastServerResponse()));
    }
    throw SendFailure.notSent(
        new IOException(
            reached.name().toLowerCase(Locale.ROOT)
                + ": "
                + oneLine(answered ? getLastServerResponse() : failure.getMessage()),
            answered ? null : lost(failure)));
  }

  /** The mail library's own exceptions hold addresses, and may not be logged. */
  private static @Nullable Throwable lost(MessagingException failure) {
    return failure.getNextException() instanceof IOException lost ? lost : null;
  }

  /** What was said, without addresses. */
  private static String oneLine(@Nullable String said) {
    String line =
        String.valueOf(said)
            .replaceAll("[^\\s<>]+@[^\\s<>]+", "…@…")
            .replaceAll("[\\s\\p{Cntrl}]+", " ")
            .strip();
    return line.substring(0, Math.min(LONGEST, line.length()));
  }
}
