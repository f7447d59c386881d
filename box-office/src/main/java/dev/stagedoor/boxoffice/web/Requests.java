package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.order.Buyer;
import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.NewEvent;
import dev.stagedoor.boxoffice.order.NewOrder;
import dev.stagedoor.boxoffice.order.NewRefund;
import dev.stagedoor.boxoffice.order.NewResend;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Makes checked values of requests' JSON. */
final class Requests {
  static final int MOST_SEATS_AN_ORDER = 50;
  private static final int MOST_SEATS_AN_EVENT = 20_000;
  private static final int MOST_ROWS = 200;
  private static final int MOST_SEATS_A_ROW = 100;
  private static final int LONGEST_SEAT = 20;
  private static final int LONGEST_NAME = 200;

  private Requests() {}

  /**
   * {@code {"eventId":1,"seats":["A1"],"buyer":{"name":"…","email":"…"}}}, with {@code
   * "paymentToken":"tok_…"} where there is something to pay.
   */
  static NewOrder order(ObjectNode json) {
    Fields fields = new Fields(json);
    long event = fields.id("/eventId");
    List<String> seats = fields.seats("/seats", MOST_SEATS_AN_ORDER, LONGEST_SEAT);
    String name = fields.line("/buyer/name", LONGEST_NAME);
    String email = fields.email("/buyer/email");
    String token = fields.has("/paymentToken") ? fields.token("/paymentToken") : null;
    fields.refuseIfWrong();
    return new NewOrder(event, seats, new Buyer(name, email), token);
  }

  /**
   * {@code {"title":"…","organizer":"…","startsAt":"2027-05-01T19:30:00+02:00"}} with {@code
   * "seats":["A1"]}, or with {@code "rows":10,"seatsPerRow":20} for A1 to J20; {@code
   * "priceMinor":2500,"currency":"EUR"} where a seat costs something; {@code "organizerEmail":"…"}
   * where its reports are to go.
   */
  static NewEvent event(ObjectNode json) {
    Fields fields = new Fields(json);
    String title = fields.line("/title", LONGEST_NAME);
    String organizer = fields.line("/organizer", LONGEST_NAME);
    Instant startsAt = fields.instant("/startsAt");
    List<String> seats = seats(fields);
    long price = fields.has("/priceMinor") ? fields.minor("/priceMinor", 0) : 0;
    Currency currency =
        fields.has("/currency") ? fields.currency("/currency") : Money.NOTHING.currency();
    String email = fields.has("/organizerEmail") ? fields.email("/organizerEmail") : null;
    fields.refuseIfWrong();
    return new NewEvent(title, organizer, startsAt, seats, new Money(price, currency), email);
  }

  /** {@code {"amountMinor":500}}, with {@code "currency":"EUR"} and {@code "reason":"…"} or not. */
  static NewRefund refund(UUID order, ObjectNode json) {
    Fields fields = new Fields(json);
    long minor = fields.minor("/amountMinor", 1);
    Currency currency = fields.has("/currency") ? fields.currency("/currency") : null;
    String reason = fields.has("/reason") ? fields.line("/reason", LONGEST_NAME) : "asked for";
    fields.refuseIfWrong();
    return new NewRefund(order, minor, currency, reason);
  }

  /** {@code {}}, or {@code {"email":"…"}} for another address than the order's. */
  static NewResend resend(UUID order, ObjectNode json) {
    Fields fields = new Fields(json);
    String email = fields.has("/email") ? fields.email("/email") : null;
    fields.refuseIfWrong();
    return new NewResend(order, email);
  }

  private static List<String> seats(Fields fields) {
    if (fields.has("/seats") || !fields.has("/rows")) {
      return fields.seats("/seats", MOST_SEATS_AN_EVENT, LONGEST_SEAT);
    }
    return rows(fields.count("/rows", MOST_ROWS), fields.count("/seatsPerRow", MOST_SEATS_A_ROW));
  }

  private static List<String> rows(int rows, int seatsPerRow) {
    List<String> seats = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (int seat = 1; seat <= seatsPerRow; seat++) {
        seats.add(rowName(row) + seat);
      }
    }
    return seats;
  }

  /** A to Z, then AA, AB … */
  private static String rowName(int row) {
    String last = String.valueOf((char) ('A' + row % 26));
    return row < 26 ? last : rowName(row / 26 - 1) + last;
  }
}
