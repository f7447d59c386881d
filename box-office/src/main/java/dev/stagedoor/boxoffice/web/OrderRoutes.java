package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Fingerprint;
import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.http.Shown;
import dev.stagedoor.boxoffice.order.ClientKey;
import dev.stagedoor.boxoffice.order.NewOrder;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.OrderDesk;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.order.Placed;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.sql.SQLException;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /orders} and {@code GET /orders/{id}}. Thread-safe. */
final class OrderRoutes {
  private static final String CLIENT = "X-Client-Id";
  private static final Pattern CLIENT_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final OrderDesk desk;
  private final Orders orders;

  OrderRoutes(OrderDesk desk, Orders orders) {
    this.desk = desk;
    this.orders = orders;
  }

  void addTo(RoutesConfig routes) {
    routes.post("/orders", this::place);
    routes.get("/orders/{id}", this::show);
    routes.head("/orders/{id}", this::show);
  }

  private void place(Context http) throws SQLException {
    ClientKey key =
        new ClientKey(
            client(http),
            IdempotencyKeyHeader.require(Headers.once(http, IdempotencyKeyHeader.NAME)));
    NewOrder order = Requests.order(Bodies.json(http));
    Placed placed =
        desk.place(
            key,
            fingerprint(order),
            order,
            Origins.of(http),
            id -> Answers.firstReply(id, order.eventId(), order.seats()));
    Answers.placed(http, placed, order.eventId(), key.key());
  }

  private void show(Context http) throws SQLException {
    String id = http.pathParam("id");
    Order order =
        UUID_TEXT.matcher(id).matches() ? orders.find(UUID.fromString(id)).orElse(null) : null;
    if (order == null) {
      throw new ProblemException(
          Problem.of(
              404,
              "No such order",
              "there is no order " + Shown.of(id) + ": give an id that POST /orders answered"));
    }
    Answers.json(http, 200, Answers.order(order, orders.emailSentAt(order.id())));
  }

  private static String client(Context http) {
    String client = Headers.once(http, CLIENT);
    if (client == null) {
      return "";
    }
    if (!CLIENT_ID.matcher(client).matches()) {
      throw new ProblemException(
          Problem.of(
              400,
              "X-Client-Id is malformed",
              "header X-Client-Id " + Shown.of(client) + ": use 1 to 64 letters, digits, . _ -"));
    }
    return client;
  }

  /** Of what was understood, so that the same request with other white space is the same. */
  private static byte[] fingerprint(NewOrder order) {
    ObjectNode json =
        Json.object()
            .put("eventId", order.eventId())
            .put("name", order.buyer().name())
            .put("email", order.buyer().email());
    ArrayNode seats = json.putArray("seats");
    order.seats().forEach(seats::add);
    return Fingerprint.of(Json.bytes(json));
  }
}
