package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Fingerprint;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.order.ClientKey;
import dev.stagedoor.boxoffice.order.KeyMet;
import dev.stagedoor.boxoffice.order.NewResend;
import dev.stagedoor.boxoffice.order.Reply;
import dev.stagedoor.boxoffice.order.ResendAsked;
import dev.stagedoor.boxoffice.order.ResendDesk;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.sql.SQLException;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /orders/{id}/tickets/resend}. Thread-safe. */
final class ResendRoutes {
  private static final String CONFLICT = "Tickets cannot be sent again";

  private final ResendDesk desk;

  ResendRoutes(ResendDesk desk) {
    this.desk = desk;
  }

  void addTo(RoutesConfig routes) {
    routes.post("/orders/{id}/tickets/resend", this::resend);
  }

  private void resend(Context http) throws SQLException {
    ClientKey key = ClientKeys.read(http);
    NewResend resend = Requests.resend(OrderView.id(http), Bodies.json(http));
    ResendAsked asked =
        desk.ask(
            key,
            fingerprint(resend),
            resend,
            Origins.of(http),
            id -> firstReply(resend.order(), id));
    if (asked instanceof ResendAsked.Now now) {
      Answers.reply(http, now.reply(), false);
    } else if (asked instanceof KeyMet met) {
      Answers.met(http, met, key.key());
    } else if (asked instanceof ResendAsked.NoSuchOrder) {
      throw OrderView.noSuchOrder(http);
    } else {
      Answers.problem(http, Problem.of(409, CONFLICT, refusal(asked)));
    }
  }

  private static Reply firstReply(UUID order, UUID resend) {
    ObjectNode json = Json.object().put("id", resend.toString()).put("orderId", order.toString());
    return new Reply(201, "/orders/" + order, Json.text(json));
  }

  private static String refusal(ResendAsked asked) {
    if (asked instanceof ResendAsked.TicketsVoid gone) {
      return "the order is " + gone.state().word() + " and its tickets are void: order anew";
    } else if (asked instanceof ResendAsked.NotRendered early) {
      return "the order is "
          + early.state().word()
          + " and its tickets are not rendered yet: their first mail is to come, ask again when"
          + " ticketsRendered of GET /orders/ID is true";
    }
    throw new AssertionError(asked);
  }

  /** Of what was understood. No other request's fingerprint is the same: the names are others. */
  private static byte[] fingerprint(NewResend resend) {
    ObjectNode json = Json.object().put("resendOf", resend.order().toString());
    resend.address().ifPresent(email -> json.put("email", email));
    return Fingerprint.of(Json.bytes(json));
  }
}
