package dev.stagedoor.boxoffice.report;

import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.Mail.Attachment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Currency;

/** A report as it stands in its table, which never changes: its mail is the same on every try. */
record Written(LocalDate day, String zone, Sales sales, String title, Organizer organizer) {
  /** What its mail is about, in its key and in the provider's books. */
  static String subject(LocalDate day, long event) {
    return day + "-" + event;
  }

  Mail mail(String address) {
    return new Mail(
        "Box office",
        Mail.FROM,
        organizer.name(),
        address,
        "Sales of " + title + " on " + day,
        text(),
        "report-" + subject(day, sales.eventId()),
        new Attachment(
            "report-" + subject(day, sales.eventId()) + ".csv",
            "text/csv",
            csv().getBytes(StandardCharsets.UTF_8)));
  }

  private String text() {
    return """
        Hello %s,

        this is what %s sold on %s (%s):

        tickets sold      %d
        tickets returned  %d
        money taken       %s
        money given back  %s
        """
        .formatted(
            organizer.name(),
            title,
            day,
            zone,
            sales.ticketsSold(),
            sales.ticketsReturned(),
            money(sales.capturedMinor()),
            money(sales.refundedMinor()));
  }

  private String money(long minor) {
    int digits = Currency.getInstance(sales.currency()).getDefaultFractionDigits();
    return BigDecimal.valueOf(minor, digits).toPlainString() + " " + sales.currency();
  }

  private String csv() {
    return "day,zone,event,tickets_sold,tickets_returned,captured_minor,refunded_minor,currency\r\n"
        + "%s,%s,%d,%d,%d,%d,%d,%s\r\n"
            .formatted(
                day,
                zone,
                sales.eventId(),
                sales.ticketsSold(),
                sales.ticketsReturned(),
                sales.capturedMinor(),
                sales.refundedMinor(),
                sales.currency());
  }
}
