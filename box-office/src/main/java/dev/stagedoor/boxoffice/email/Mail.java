package dev.stagedoor.boxoffice.email;

import dev.stagedoor.boxoffice.order.Order;
import java.util.Objects;

/**
 * A mail with one file: the tickets of an order, or a report. What it is made of does not change,
 * so that every try sends the provider the same request.
 *
 * <p>What becomes a header field holds no control character, so it cannot become two. What the text
 * holds, a lone dot on a line included, is data to every mailer.
 *
 * @param reference the order's public id or the report, for the provider's books
 */
public record Mail(
    String fromName,
    String fromEmail,
    String toName,
    String toEmail,
    String subject,
    String text,
    String reference,
    Attachment attachment) {
  /** The box office's own address. */
  public static final String FROM = "tickets@stagedoor.example";

  public Mail {
    requireHeaderSafe("sender's name", fromName);
    requireHeaderSafe("sender", fromEmail);
    requireHeaderSafe("recipient's name", toName);
    requireHeaderSafe("recipient", toEmail);
    requireHeaderSafe("subject", subject);
    requireHeaderSafe("reference", reference);
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(attachment, "attachment");
  }

  /** A file that goes with the mail. The bytes are not copied: leave them as they are. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Attachment(String name, String mediaType, byte[] bytes) {}

  /** The mail that brings an order's tickets. */
  public static Mail withTickets(Order order, byte[] pdf) {
    String seats = order.tickets().size() == 1 ? "your ticket" : "your tickets";
    return new Mail(
        order.event().organizer(),
        FROM,
        order.buyer().name(),
        order.buyer().email(),
        "Your tickets for " + order.event().title(),
        "Hello %s,%n%nhere %s %s for %s.%nShow the code at the door, on paper or on a screen.%n"
            .replace("%n", "\n")
            .formatted(
                order.buyer().name(),
                order.tickets().size() == 1 ? "is" : "are",
                seats,
                order.event().title()),
        order.publicId().toString(),
        new Attachment("tickets.pdf", "application/pdf", pdf));
  }

  /** The same mail from another address of the box office. */
  public Mail from(String address) {
    return new Mail(fromName, address, toName, toEmail, subject, text, reference, attachment);
  }

  /** The same mail to another address. */
  public Mail to(String address) {
    return new Mail(fromName, fromEmail, toName, address, subject, text, reference, attachment);
  }

  private static void requireHeaderSafe(String what, String value) {
    if (value.isBlank() || value.codePoints().anyMatch(Mail::breaksLine)) {
      throw new IllegalArgumentException(
          "the %s of a mail is blank or holds a control character: give one line of text"
              .formatted(what));
    }
  }

  private static boolean breaksLine(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
