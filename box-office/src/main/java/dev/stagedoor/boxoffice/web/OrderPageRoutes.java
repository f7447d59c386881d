package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.page.OrderPage;
import dev.stagedoor.boxoffice.ticket.TicketKey;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /o/{id}}: how far an order is, and its tickets. Thread-safe. */
final class OrderPageRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(OrderPageRoutes.class);

  private final OrderView view;
  private final @Nullable TicketStore store;
  private final Html html;

  /**
   * @param store null where this service hands out no tickets
   */
  OrderPageRoutes(OrderView view, @Nullable TicketStore store, Html html) {
    this.view = view;
    this.store = store;
    this.html = html;
  }

  void addTo(RoutesConfig routes) {
    routes.get("/o/{id}", this::show);
    routes.head("/o/{id}", this::show);
    routes.get("/o/{id}/tickets.pdf", this::tickets);
    routes.head("/o/{id}/tickets.pdf", this::tickets);
  }

  private Order find(Context http) throws SQLException {
    return view.find(http.pathParam("id")).orElseThrow(Html::notFound);
  }

  private void show(Context http) throws SQLException {
    OrderPage page = view.page(find(http));
    html.show(http, 200, html.pages().order(page));
  }

  private void tickets(Context http) throws SQLException {
    Order order = find(http);
    String key = order.pdfKey().orElse(null);
    if (!OrderPage.isGood(order.state())) {
      throw none("the order is " + order.state().word());
    } else if (key == null || store == null) {
      throw none(key == null ? "they are not printed yet" : "this service does not hand them out");
    }
    byte[] pdf = read(http, store, new TicketKey(key));
    http.header("Content-Disposition", "attachment; filename=\"" + fileName(order) + "\"")
        .header("Referrer-Policy", "no-referrer")
        .contentType("application/pdf")
        .result(pdf);
  }

  private static String fileName(Order order) {
    return "tickets-" + order.publicId().toString().substring(0, 8) + ".pdf";
  }

  private static ProblemException none(String why) {
    return new ProblemException(
        Problem.of(404, "No tickets here", "There are no tickets to download: " + why + "."));
  }

  private static byte[] read(Context http, TicketStore store, TicketKey key) {
    try {
      Optional<byte[]> pdf = store.get(key);
      return pdf.orElseThrow(() -> new IOException("no object " + key.value() + " in " + store));
    } catch (IOException e) {
      LOG.warn("Request {}: tickets cannot be read: {}", Origins.of(http), e.toString());
      http.header("Retry-After", "10");
      throw new ProblemException(
          Problem.of(
              503,
              "Tickets cannot be read",
              "Your tickets are safe, and cannot be read this moment: load this page again."),
          e);
    }
  }
}
