package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Orders;
import dev.stagedoor.boxoffice.order.TicketResends;
import dev.stagedoor.boxoffice.page.OrderPage;
import dev.stagedoor.boxoffice.payment.Payments;
import io.javalin.http.Context;
import java.sql.SQLException;
import java.util.Optional;
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
    return uuid(http.pathParam("id")).orElseThrow(() -> noSuchOrder(http));
  }

  /** The id that this text spells; empty if it spells none. */
  static Optional<UUID> uuid(String text) {
    return UUID_TEXT.matcher(text).matches()
        ? Optional.of(UUID.fromString(text))
        : Optional.empty();
  }

  /** The order with this id; empty if there is none, or if it is no id. */
  Optional<Order> find(String id) throws SQLException {
    Optional<UUID> known = uuid(id);
    return known.isEmpty() ? Optional.empty() : orders.find(known.get());
  }

  /** What its page shows. */
  OrderPage page(Order order) throws SQLException {
    return new OrderPage(
        order, orders.emailSentAt(order.id()), payments.find(order.id()), orders.age(order.id()));
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
