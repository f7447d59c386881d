package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.Problem.FieldError;
import dev.stagedoor.boxoffice.http.Shown;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Placed;
import dev.stagedoor.boxoffice.order.Reply;
import dev.stagedoor.boxoffice.order.SeatMap;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts outcomes into HTTP. Ids are text: many clients round large numbers. */
final class Answers {
  private static final String CONFLICT = "Seats are sold";

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

  static void placed(Context http, Placed placed, long event, String key) {
    if (placed instanceof Placed.Now now) {
      reply(http, now.reply());
    } else if (placed instanceof Placed.Before before) {
      http.header(IdempotencyKeyHeader.REPLAYED, "true");
      reply(http, before.reply());
    } else {
      if (placed instanceof Placed.StillRunning) {
        http.header("Retry-After", "1");
      }
      problem(http, refusal(placed, event, key));
    }
  }

  private static void reply(Context http, Reply reply) {
    http.header("Location", reply.location());
    body(http, reply.status(), "application/json", reply.body());
  }

  private static Problem refusal(Placed placed, long event, String key) {
    if (placed instanceof Placed.StillRunning) {
      return Problem.of(
          409,
          "A request is outstanding for this Idempotency-Key",
          "the first request under " + Shown.of(key) + " is not finished: ask again in a second");
    } else if (placed instanceof Placed.OtherRequest) {
      return Problem.of(
          422,
          "Idempotency-Key is already used",
          Shown.of(key) + " came with another request before: use a new key for this one");
    } else if (placed instanceof Placed.NoSuchSeats unknown) {
      return Fields.unprocessable(noSeats(unknown, event));
    } else if (placed instanceof Placed.Taken taken) {
      return new Problem(
          409,
          CONFLICT,
          "sold to somebody else: " + String.join(", ", taken.seats()) + "; choose others",
          errors(taken.seats()));
    }
    return noSuchEvent(Long.toString(event));
  }

  private static List<FieldError> noSeats(Placed.NoSuchSeats unknown, long event) {
    String mend =
        " is no seat of event %1$d: choose from %2$s, listed at GET /events/%1$d"
            .formatted(event, unknown.there().text());
    return unknown.seats().stream()
        .map(s -> new FieldError("#/seats", Shown.of(s) + mend))
        .collect(Collectors.toList());
  }

  private static List<FieldError> errors(List<String> seats) {
    return seats.stream()
        .map(s -> new FieldError("#/seats", "\"" + s + "\" is sold"))
        .collect(Collectors.toList());
  }

  static Problem noSuchEvent(String id) {
    return Problem.of(
        404,
        "No such event",
        "there is no event " + Shown.of(id) + ": give an id that POST /events answered");
  }

  /** What is kept with the key: nothing in it changes later. */
  static Reply firstReply(UUID publicId, long event, List<String> seats) {
    ObjectNode json = Json.object().put("id", publicId.toString()).put("eventId", "" + event);
    ArrayNode list = json.putArray("seats");
    seats.forEach(list::add);
    return new Reply(201, "/orders/" + publicId, Json.text(json));
  }

  static ObjectNode event(SeatMap map) {
    ObjectNode json =
        Json.object()
            .put("id", Long.toString(map.event().id()))
            .put("title", map.event().title())
            .put("organizer", map.event().organizer())
            .put("startsAt", map.event().startsAt().toString())
            .put("ticketsSold", map.ticketsSold());
    ArrayNode seats = json.putArray("seats");
    map.seats().forEach(s -> seats.addObject().put("seat", s.name()).put("sold", s.sold()));
    return json;
  }

  static ObjectNode order(Order order, Optional<Instant> emailSentAt) {
    ObjectNode json =
        Json.object()
            .put("id", order.publicId().toString())
            .put("eventId", Long.toString(order.event().id()))
            .put("placedAt", order.createdAt().toString())
            .put("ticketsRendered", order.pdfKey().isPresent())
            .put("emailSent", emailSentAt.isPresent())
            .put("emailSentAt", emailSentAt.map(Instant::toString).orElse(null));
    ArrayNode seats = json.putArray("seats");
    order.tickets().forEach(t -> seats.add(t.seat()));
    return json;
  }
}
