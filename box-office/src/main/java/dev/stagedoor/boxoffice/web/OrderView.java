package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.order.TicketResends;
import dev.stagedoor.boxoffice.payment.Payments;
import io.javalin.http.Context;
import java.sql.SQLException;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import tools.jackson.databind.node.ObjectNode;

/** An order as clients see it, found by the id in the path. Thread-safe. */
final class OrderView {
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final Orders orders;
  private final Payments payments;
  private final TicketResends resends;

  OrderView(DataSource database) {
    this.orders = new Orders(database);
    this.payments = new Payments(database);
    this.resends = new TicketResends(database);
  }

  /**
   * The id in the path.
   *
   * @throws ProblemException 404 if it cannot be an order's
   */
  static UUID id(Context http) {
    String id = http.pathParam("id");
    if (!UUID_TEXT.matcher(id).matches()) {
      throw noSuchOrder(http);
    }
    return UUID.fromString(id);
  }

  static ProblemException noSuchOrder(Context http) {
    return new ProblemException(Answers.noSuchOrder(http.pathParam("id")));
  }

  /**
   * Answers 200 with the order as it is now.
   *
   * @throws ProblemException 404 if there is none
   */
  void show(Context http) throws SQLException {
    Order order = orders.find(id(http)).orElseThrow(() -> noSuchOrder(http));
    ObjectNode json =
        Answers.order(order, orders.emailSentAt(order.id()), payments.find(order.id()));
    json.set("resends", Answers.resends(resends.of(order.id())));
    Answers.json(http, 200, json);
  }
}
