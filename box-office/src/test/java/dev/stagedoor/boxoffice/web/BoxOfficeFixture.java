package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.boxoffice.order.OrderDesk;
import dev.stagedoor.boxoffice.schema.BoxOfficeSchema;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A box office on a database of its own. */
final class BoxOfficeFixture implements AutoCloseable {
  static final WebSettings ANY_PORT = new WebSettings("127.0.0.1", 0, Duration.ofSeconds(30));
  final DataSource database;
  final WatchedOutbox outbox;
  final BoxOfficeServer server;
  final ApiClient api;

  BoxOfficeFixture() throws SQLException {
    this(Charging.OFF);
  }

  BoxOfficeFixture(Charging charging) throws SQLException {
    this(charging, null);
  }

  /**
   * @param store where the tickets lie; null where no test asks for them
   */
  BoxOfficeFixture(Charging charging, @Nullable TicketStore store) throws SQLException {
    database = TestServers.freshDatabase();
    BoxOfficeSchema.migrate(database);
    JdbcTransactions transactions = new JdbcTransactions(database, Events.none());
    Migrations.migrate(transactions);
    execute(WatchedOutbox.VIEW);
    outbox = new WatchedOutbox(database);
    server =
        BoxOfficeServer.start(ANY_PORT, database, transactions, outbox.watched(), charging, store);
    api = new ApiClient(server.uri());
  }

  OrderDesk desk() {
    return new OrderDesk(new JdbcTransactions(database, Events.none()), outbox.watched());
  }

  /** Seats A1 to B5. */
  String newEvent() {
    String body =
        """
        {"title":"Gala","organizer":"Teatr","startsAt":"2027-05-01T19:30:00+02:00",
         "rows":2,"seatsPerRow":5}""";
    return ApiClient.json(api.post("/events", body)).path("id").asString();
  }

  /** The same, at a price. */
  String newEvent(long priceMinor, String currency) {
    String body =
        """
        {"title":"Gala","organizer":"Teatr","startsAt":"2027-05-01T19:30:00+02:00",
         "rows":2,"seatsPerRow":5,"priceMinor":%d,"currency":"%s"}"""
            .formatted(priceMinor, currency);
    return ApiClient.json(api.post("/events", body)).path("id").asString();
  }

  static String order(String event, String... seats) {
    return """
        {"eventId":"%s","seats":["%s"],"buyer":{"name":"José","email":"jose@example.org"}}"""
        .formatted(event, String.join("\",\"", seats));
  }

  /** Places an order of these seats through the JSON route; returns its id. */
  String placed(String event, String... seats) {
    String body = order(event, seats).replace("\"buyer\"", "\"paymentToken\":\"tok\",\"buyer\"");
    String key = event + "-" + seats[0];
    return ApiClient.json(api.post("/orders", body, "Idempotency-Key", key)).path("id").asString();
  }

  long number(String sql) throws SQLException {
    return Long.parseLong(text(sql));
  }

  String text(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
