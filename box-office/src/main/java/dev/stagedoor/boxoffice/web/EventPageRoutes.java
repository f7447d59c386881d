package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.order.ClientKey;
import dev.stagedoor.boxoffice.order.Events;
import dev.stagedoor.boxoffice.order.KeyMet;
import dev.stagedoor.boxoffice.order.NewOrder;
import dev.stagedoor.boxoffice.order.OrderDesk;
import dev.stagedoor.boxoffice.order.Placed;
import dev.stagedoor.boxoffice.order.Reply;
import dev.stagedoor.boxoffice.order.SeatMap;
import dev.stagedoor.boxoffice.page.EventPage;
import dev.stagedoor.boxoffice.page.OrderForm;
import dev.stagedoor.loop.Ids;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.sql.SQLException;

/**
 * {@code /e/{id}}: an event, its seats, and the form that orders them, at the desk where orders of
 * {@code POST /orders} are placed. The form brings its own key: sent twice, it is one order.
 * Thread-safe.
 */
final class EventPageRoutes {
  /** Of forms alone: no X-Client-Id has a colon. */
  private static final String CLIENT = ":page";

  private final Events events;
  private final OrderDesk desk;
  private final Html html;
  private final Ids ids;

  EventPageRoutes(Events events, OrderDesk desk, Html html, Ids ids) {
    this.events = events;
    this.desk = desk;
    this.html = html;
    this.ids = ids;
  }

  void addTo(RoutesConfig routes) {
    routes.get("/e/{id}", this::show);
    routes.head("/e/{id}", this::show);
    routes.get("/e/{id}/orders", http -> see(http, "/e/" + find(http).event().id()));
    routes.post("/e/{id}/orders", this::order);
  }

  private void show(Context http) throws SQLException {
    show(http, 200, find(http), OrderForm.empty(newKey()));
  }

  private String newKey() {
    return ids.next().toString();
  }

  /** Kept by the browser alone, for its back button: there the form has its key still. */
  private void show(Context http, int status, SeatMap map, OrderForm form) {
    EventPage page = EventPage.of(map, block(http), form, desk.charging());
    http.header("Cache-Control", "private, no-cache");
    html.show(http, status, html.pages().event(page), "same-origin");
  }

  private SeatMap find(Context http) throws SQLException {
    long id = Fields.id64(http.pathParam("id")).orElseThrow(Html::notFound);
    return events.find(id).orElseThrow(Html::notFound);
  }

  private static int block(Context http) {
    String block = http.queryParam("block");
    return block != null && block.matches("[0-9]{1,6}") ? Integer.parseInt(block) : 1;
  }

  private void order(Context http) throws SQLException {
    Form form = Form.read(http);
    SeatMap map = find(http);
    OrderEntry entry = OrderEntry.read(form, map.event().id());
    NewOrder order;
    try {
      order = Requests.order(entry.json());
    } catch (ProblemException e) {
      refuse(http, map, entry, e.problem());
      return;
    }
    ClientKey key = new ClientKey(CLIENT, entry.key());
    answer(http, map, entry, place(http, key, order));
  }

  private Placed place(Context http, ClientKey key, NewOrder order) throws SQLException {
    return desk.place(
        key,
        OrderRoutes.fingerprint(order),
        order,
        Origins.of(http),
        id -> new Reply(303, "/o/" + id, ""));
  }

  private void answer(Context http, SeatMap map, OrderEntry entry, Placed placed)
      throws SQLException {
    if (placed instanceof Placed.Now now) {
      see(http, now.reply().location());
    } else if (placed instanceof KeyMet.Before before) {
      see(http, before.reply().location());
    } else if (placed instanceof KeyMet.StillRunning) {
      String notice =
          "Your order is being placed this moment. Send the form again: it is one order.";
      show(http, 409, map, entry.refused(entry.key(), notice));
    } else if (placed instanceof KeyMet.OtherRequest) {
      String notice = "This form has placed an order before. Send it again to place another one.";
      show(http, 409, map, entry.refused(newKey(), notice));
    } else {
      refuse(http, find(http), entry, PlacedAnswers.refusal(placed, map.event().id()));
    }
  }

  private static void see(Context http, String location) {
    http.status(303).header("Location", location);
  }

  private void refuse(Context http, SeatMap map, OrderEntry entry, Problem problem) {
    show(http, problem.status(), map, entry.refused(problem));
  }
}
