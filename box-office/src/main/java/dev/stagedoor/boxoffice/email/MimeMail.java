package dev.stagedoor.boxoffice.email;

import dev.stagedoor.effect.IdempotencyKey;
import jakarta.activation.DataHandler;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;

/**
 * A mail as it is written on the wire. Its Message-ID follows from the key, so that it is the same
 * on every try: whoever gets the mail twice can tell.
 */
final class MimeMail extends MimeMessage {
  private final String messageId;

  MimeMail(Session session, Mail mail, IdempotencyKey key, Instant now) throws MessagingException {
    super(session);
    String domain = mail.fromEmail().substring(mail.fromEmail().indexOf('@') + 1);
    messageId = "<" + key.value() + "@" + domain + ">";
    setHeader("From", HeaderText.mailbox(mail.fromName(), mail.fromEmail()));
    setHeader("To", HeaderText.mailbox(mail.toName(), mail.toEmail()));
    setHeader("Subject", HeaderText.unstructured(mail.subject()));
    setHeader("Auto-Submitted", "auto-generated"); // nobody is to answer that he is away
    setSentDate(Date.from(now));
    setContent(new MimeMultipart(text(mail.text()), attachment(mail.attachment())));
    saveChanges();
  }

  @Override
  protected void updateMessageID() throws MessagingException {
    setHeader("Message-ID", messageId);
  }

  private static MimeBodyPart text(String text) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(text, StandardCharsets.UTF_8.name());
    return part;
  }

  private static MimeBodyPart attachment(Mail.Attachment file) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setDataHandler(new DataHandler(new ByteArrayDataSource(file.bytes(), file.mediaType())));
    part.setDisposition(Part.ATTACHMENT);
    part.setFileName(file.name());
    return part;
  }
}
