package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.Shown;
import dev.stagedoor.boxoffice.order.KeyMet;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Reply;
import dev.stagedoor.boxoffice.order.SeatMap;
import dev.stagedoor.boxoffice.order.TicketResends;
import dev.stagedoor.boxoffice.payment.Payment;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts outcomes into HTTP. Ids are text: many clients round large numbers. */
final class Answers {
  private Answers() {}

  static void json(Context http, int status, JsonNode body) {
    body(http, status, "application/json", Json.text(body));
  }

  static void problem(Context http, Problem problem) {
    body(http, problem.status(), Problem.MEDIA_TYPE, Json.text(problem.json()));
  }

  private static void body(Context http, int status, String mediaType, String text) {
    http.status(status).contentType(mediaType).result(text.getBytes(StandardCharsets.UTF_8));
  }

  /** With the header that says so where it is a first answer again. */
  static void reply(Context http, Reply reply, boolean again) {
    if (again) {
      http.header(IdempotencyKeyHeader.REPLAYED, "true");
    }
    http.header("Location", reply.location());
    body(http, reply.status(), "application/json", reply.body());
  }

  /** What a request met at its client's key. */
  static void met(Context http, KeyMet met, String key) {
    if (met instanceof KeyMet.Before before) {
      reply(http, before.reply(), true);
    } else if (met instanceof KeyMet.StillRunning) {
      http.header("Retry-After", "1");
      problem(
          http,
          Problem.of(
              409,
              "A request is outstanding for this Idempotency-Key",
              "the first request under "
                  + Shown.of(key)
                  + " is not finished: ask again in a second"));
    } else {
      problem(
          http,
          Problem.of(
              422,
              "Idempotency-Key is already used",
              Shown.of(key) + " came with another request before: use a new key for this one"));
    }
  }

  static Problem noSuchOrder(String id) {
    return Problem.of(
        404,
        "No such order",
        "there is no order " + Shown.of(id) + ": give an id that POST /orders answered");
  }

  static Problem noSuchEvent(String id) {
    return Problem.of(
        404,
        "No such event",
        "there is no event " + Shown.of(id) + ": give an id that POST /events answered");
  }

  static ObjectNode event(SeatMap map) {
    ObjectNode json =
        Json.object()
            .put("id", Long.toString(map.event().id()))
            .put("title", map.event().title())
            .put("organizer", map.event().organizer())
            .put("startsAt", map.event().startsAt().toString())
            .put("priceMinor", map.price().minor())
            .put("currency", map.price().currency().getCurrencyCode())
            .put("ticketsSold", map.ticketsSold());
    ArrayNode seats = json.putArray("seats");
    map.seats().forEach(s -> seats.addObject().put("seat", s.name()).put("sold", s.sold()));
    return json;
  }

  static ObjectNode order(Order order, Optional<Instant> emailSentAt, Optional<Payment> payment) {
    ObjectNode json =
        Json.object()
            .put("id", order.publicId().toString())
            .put("eventId", Long.toString(order.event().id()))
            .put("state", order.state().word())
            .put("placedAt", order.createdAt().toString())
            .put("amountMinor", order.amount().minor())
            .put("currency", order.amount().currency().getCurrencyCode())
            .put("ticketsRendered", order.pdfKey().isPresent())
            .put("emailSent", emailSentAt.isPresent())
            .put("emailSentAt", emailSentAt.map(Instant::toString).orElse(null));
    ArrayNode seats = json.putArray("seats");
    order.tickets().forEach(t -> seats.add(t.seat()));
    json.set("payment", payment.<JsonNode>map(Answers::payment).orElse(Json.object().nullNode()));
    return json;
  }

  /** Where they went is told to nobody. */
  static ArrayNode resends(List<TicketResends.Told> resends) {
    ArrayNode json = Json.object().putArray("resends");
    for (TicketResends.Told resend : resends) {
      json.addObject()
          .put("id", resend.publicId().toString())
          .put("askedAt", resend.askedAt().toString())
          .put("sentAt", resend.sentAt().map(Instant::toString).orElse(null));
    }
    return json;
  }

  private static ObjectNode payment(Payment payment) {
    ObjectNode json =
        Json.object()
            .put("state", payment.state().word())
            .put("declineReason", payment.declineReason().orElse(null))
            .put("capturedMinor", payment.capturedMinor())
            .put("refundingMinor", payment.refundingMinor())
            .put("refundedMinor", payment.refundedMinor());
    ArrayNode refunds = json.putArray("refunds");
    payment
        .refunds()
        .forEach(
            r ->
                refunds
                    .addObject()
                    .put("id", r.publicId().toString())
                    .put("amountMinor", r.minor())
                    .put("state", r.state())
                    .put("reason", r.reason())
                    .put("refusal", r.refusedFor()));
    return json;
  }
}
