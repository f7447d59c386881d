package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.effect.IdempotencyKey;
import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;

/**
 * A mail server that speaks SMTP. It keeps no keys: where the reply to a whole mail is lost, nobody
 * can tell whether it was taken, and the effect's type says what then. What is known not to be sent
 * is told apart by {@link Submission}.
 *
 * <p>A connection for each mail. Nothing is tried again here, and the request's origin is passed on
 * to nobody: what is in a mail, its reader sees. Thread-safe.
 */
public final class SmtpMailer implements Mailer {
  private final SmtpAddress server;
  private final InstantSource clock;
  private final Session session;

  /**
   * @param timeout of the connection and of each answer; less than the effect's send time-out,
   *     which ends the whole by an interrupt
   * @param clock for the mail's date
   */
  public SmtpMailer(SmtpAddress server, Duration timeout, InstantSource clock) {
    this(server, timeout, clock, (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /**
   * @param tls whose servers are trusted
   */
  SmtpMailer(SmtpAddress server, Duration timeout, InstantSource clock, SSLSocketFactory tls) {
    this.server = server;
    this.clock = clock;
    this.session = Session.getInstance(settings(server, timeout, tls));
  }

  private static Properties settings(SmtpAddress server, Duration timeout, SSLSocketFactory tls) {
    Properties settings = new Properties();
    String millis = Long.toString(timeout.toMillis());
    settings.setProperty("mail.smtp.connectiontimeout", millis);
    settings.setProperty("mail.smtp.timeout", millis);
    settings.setProperty("mail.smtp.usesocketchannels", "true"); // an interrupt ends a wait
    settings.setProperty("mail.smtp.quitwait", "false");
    settings.setProperty("mail.smtp.starttls.enable", "true");
    settings.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    if (server.user() != null) {
      settings.setProperty("mail.smtp.auth", "true");
      settings.setProperty("mail.smtp.starttls.required", "true"); // no password in the clear
    }
    settings.put("mail.smtp.ssl.socketFactory", tls);
    return settings;
  }

  @Override
  public void send(Mail mail, IdempotencyKey key, Origin origin) throws IOException {
    Submission submission = new Submission(session, server);
    try {
      MimeMail mime = new MimeMail(session, mail, key, clock.instant());
      InternetAddress recipient = new InternetAddress();
      recipient.setAddress(mail.toEmail()); // as it was ordered: the server is to judge it
      submission.connect(server.host(), server.port(), server.user(), server.password());
      submission.sendMessage(mime, new Address[] {recipient});
    } catch (MessagingException e) {
      throw submission.meaning(e);
    } finally {
      hangUp(submission);
    }
  }

  /** The mail is accepted or not by now: what becomes of the connection changes nothing. */
  private static void hangUp(Submission submission) {
    try {
      submission.close();
    } catch (MessagingException e) {
      // closed by the other side
    }
  }

  @Override
  public String toString() {
    return server.toString();
  }
}
