package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.Problem.FieldError;
import dev.stagedoor.boxoffice.http.Shown;
import dev.stagedoor.boxoffice.order.KeyMet;
import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.Placed;
import dev.stagedoor.boxoffice.order.Reply;
import io.javalin.http.Context;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts into HTTP what became of a request to place an order. */
final class PlacedAnswers {
  private static final String CONFLICT = "Seats are sold";

  private PlacedAnswers() {}

  /** What is kept with the key: nothing in it changes later. */
  static Reply firstReply(UUID publicId, long event, List<String> seats) {
    ObjectNode json = Json.object().put("id", publicId.toString()).put("eventId", "" + event);
    ArrayNode list = json.putArray("seats");
    seats.forEach(list::add);
    return new Reply(201, "/orders/" + publicId, Json.text(json));
  }

  static void answer(Context http, Placed placed, long event, String key) {
    if (placed instanceof Placed.Now now) {
      Answers.reply(http, now.reply(), false);
    } else if (placed instanceof KeyMet met) {
      Answers.met(http, met, key);
    } else {
      Answers.problem(http, refusal(placed, event));
    }
  }

  /** Why nothing was placed; not for what met a key. */
  static Problem refusal(Placed placed, long event) {
    if (placed instanceof Placed.NoSuchSeats unknown) {
      return Fields.unprocessable(noSeats(unknown, event));
    } else if (placed instanceof Placed.Taken taken) {
      return new Problem(
          409,
          CONFLICT,
          "sold to somebody else: " + String.join(", ", taken.seats()) + "; choose others",
          errors(taken.seats()));
    } else if (placed instanceof Placed.TokenMissing missing) {
      return wrong(
          "#/paymentToken",
          "is missing: the seats cost " + missing.due() + ", give a token of Payrail's");
    } else if (placed instanceof Placed.TooDear dear) {
      return wrong(
          "#/seats",
          "cost %s each, and together more than %d: order fewer"
              .formatted(dear.each(), Money.MOST));
    }
    return Answers.noSuchEvent(Long.toString(event));
  }

  private static Problem wrong(String pointer, String detail) {
    return Fields.unprocessable(List.of(new FieldError(pointer, detail)));
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
}
