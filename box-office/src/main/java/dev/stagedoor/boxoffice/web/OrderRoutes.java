package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Fingerprint;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.order.ClientKey;
import dev.stagedoor.boxoffice.order.NewOrder;
import dev.stagedoor.boxoffice.order.OrderDesk;
import dev.stagedoor.boxoffice.order.Placed;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.sql.SQLException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /orders} and {@code GET /orders/{id}}. Thread-safe. */
final class OrderRoutes {
  private final OrderDesk desk;
  private final OrderView view;

  OrderRoutes(OrderDesk desk, OrderView view) {
    this.desk = desk;
    this.view = view;
  }

  void addTo(RoutesConfig routes) {
    routes.post("/orders", this::place);
    routes.get("/orders/{id}", view::show);
    routes.head("/orders/{id}", view::show);
  }

  private void place(Context http) throws SQLException {
    ClientKey key = ClientKeys.read(http);
    NewOrder order = Requests.order(Bodies.json(http));
    Placed placed =
        desk.place(
            key,
            fingerprint(order),
            order,
            Origins.of(http),
            id -> PlacedAnswers.firstReply(id, order.eventId(), order.seats()));
    PlacedAnswers.answer(http, placed, order.eventId(), key.key());
  }

  /** Of what was understood, so that the same request with other white space is the same. */
  static byte[] fingerprint(NewOrder order) {
    ObjectNode json =
        Json.object()
            .put("eventId", order.eventId())
            .put("name", order.buyer().name())
            .put("email", order.buyer().email());
    ArrayNode seats = json.putArray("seats");
    order.seats().forEach(seats::add);
    order.paymentToken().ifPresent(token -> json.put("paymentToken", token));
    return Fingerprint.of(Json.bytes(json));
  }
}
