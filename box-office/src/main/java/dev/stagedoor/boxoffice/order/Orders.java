package dev.stagedoor.boxoffice.order;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** Reads placed orders; holds no connection between two calls. Thread-safe. */
public final class Orders {
  /** Any number at the same time; 0 rows: no such order. */
  private static final String FIND =
      """
      SELECT o.public_id, o.buyer_name, o.buyer_email, o.created_at,
             o.state, o.amount_minor, o.currency,
             e.id AS event_id, e.title, e.organizer, e.starts_at,
             t.seat, t.code, t.pdf_key
        FROM boxoffice.orders o
        JOIN boxoffice.events e ON e.id = o.event_id
        JOIN boxoffice.tickets t ON t.order_id = o.id
       WHERE o.id = ?
       ORDER BY t.id
      """;

  /** Any number at the same time; 0 rows: no such order. */
  private static final String ID = "SELECT id FROM boxoffice.orders WHERE public_id = ?";

  /** Any number at the same time; 0 rows: no run has claimed the email, or none has sent it. */
  private static final String EMAIL_SENT =
      """
      SELECT sent_at FROM boxoffice.email_sends
       WHERE order_id = ? AND kind = 'tickets' AND sent_at IS NOT NULL
      """;

  /** Any number at the same time; 0 rows: no such order. */
  private static final String AGE =
      "SELECT extract(epoch FROM now() - created_at)::bigint FROM boxoffice.orders WHERE id = ?";

  private final DataSource database;

  public Orders(DataSource database) {
    this.database = database;
  }

  /** The order as it is now; empty if there is none of this id. */
  public Optional<Order> find(long id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setLong(1, id);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(order(id, rows)) : Optional.empty();
      }
    }
  }

  /** The order as it is now; empty if there is none of this public id. */
  public Optional<Order> find(UUID publicId) throws SQLException {
    Optional<Long> id = id(publicId);
    return id.isEmpty() ? Optional.empty() : find(id.get());
  }

  /** When the ticket email was sent; empty while it is not known to be. */
  public Optional<Instant> emailSentAt(long id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(EMAIL_SENT)) {
      find.setLong(1, id);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(instant(rows, "sent_at")) : Optional.empty();
      }
    }
  }

  /** How long ago it was placed, by the database's clock; zero for an order that there is not. */
  public Duration age(long id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(AGE)) {
      find.setLong(1, id);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Duration.ofSeconds(rows.getLong(1)) : Duration.ZERO;
      }
    }
  }

  private Optional<Long> id(UUID publicId) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(ID)) {
      find.setObject(1, publicId);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(rows.getLong(1)) : Optional.empty();
      }
    }
  }

  private static Order order(long id, ResultSet rows) throws SQLException {
    UUID publicId = rows.getObject("public_id", UUID.class);
    Event event =
        new Event(
            rows.getLong("event_id"),
            rows.getString("title"),
            rows.getString("organizer"),
            instant(rows, "starts_at"));
    Buyer buyer = new Buyer(rows.getString("buyer_name"), rows.getString("buyer_email"));
    Instant createdAt = instant(rows, "created_at");
    String pdfKey = rows.getString("pdf_key");
    OrderState state = OrderState.of(rows.getString("state"));
    Money amount = Money.of(rows.getLong("amount_minor"), rows.getString("currency"));
    return new Order(id, publicId, event, buyer, createdAt, state, amount, tickets(rows), pdfKey);
  }

  private static List<Ticket> tickets(ResultSet rows) throws SQLException {
    List<Ticket> tickets = new ArrayList<>();
    do {
      tickets.add(new Ticket(rows.getString("seat"), rows.getObject("code", UUID.class)));
    } while (rows.next());
    return tickets;
  }

  private static Instant instant(ResultSet rows, String column) throws SQLException {
    return rows.getObject(column, OffsetDateTime.class).toInstant();
  }
}
