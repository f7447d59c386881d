package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.order.Events;
import dev.stagedoor.boxoffice.order.OnSale;
import dev.stagedoor.boxoffice.order.SeatMap;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.sql.SQLException;
import java.util.OptionalLong;

/** {@code POST /events} and {@code GET /events/{id}}. Thread-safe. */
final class EventRoutes {
  private final Events events;

  EventRoutes(Events events) {
    this.events = events;
  }

  void addTo(RoutesConfig routes) {
    routes.post("/events", this::create);
    routes.get("/events/{id}", this::show);
    routes.head("/events/{id}", this::show);
  }

  private void create(Context http) throws SQLException {
    OnSale event = events.create(Requests.event(Bodies.json(http)));
    http.header("Location", "/events/" + event.id());
    Answers.json(
        http,
        201,
        Json.object()
            .put("id", Long.toString(event.id()))
            .put("page", "/e/" + event.id())
            .put("salesPage", "/sales/" + event.organizerKey()));
  }

  private void show(Context http) throws SQLException {
    String id = http.pathParam("id");
    OptionalLong known = Fields.id64(id);
    SeatMap map = known.isPresent() ? events.find(known.getAsLong()).orElse(null) : null;
    if (map == null) {
      throw new ProblemException(Answers.noSuchEvent(id));
    }
    Answers.json(http, 200, Answers.event(map));
  }
}
