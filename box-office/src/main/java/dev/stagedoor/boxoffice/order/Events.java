package dev.stagedoor.boxoffice.order;

import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** The events on sale. Thread-safe. */
public final class Events {
  /** Any number at the same time; never 0 rows. */
  private static final String CREATE =
      """
      WITH event AS (
        INSERT INTO boxoffice.events
          (title, organizer, starts_at, price_minor, currency, organizer_email)
        VALUES (?, ?, ?, ?, ?, ?) RETURNING id, organizer_key
      ), counter AS (
        INSERT INTO boxoffice.event_sales (event_id) SELECT id FROM event
      ), seats AS (
        INSERT INTO boxoffice.seats (event_id, seat, position)
        SELECT event.id, s.seat, s.position
          FROM event, unnest(?::text[]) WITH ORDINALITY AS s(seat, position)
      )
      SELECT id, organizer_key FROM event
      """;

  /** Any number at the same time; 0 rows: no such event. */
  private static final String FIND =
      """
      SELECT e.title, e.organizer, e.starts_at, e.price_minor, e.currency, c.tickets_sold, s.seat,
             EXISTS (SELECT FROM boxoffice.tickets t
                      WHERE t.event_id = s.event_id AND t.seat = s.seat
                        AND t.released_at IS NULL) AS sold
        FROM boxoffice.events e
        JOIN boxoffice.event_sales c ON c.event_id = e.id
        JOIN boxoffice.seats s ON s.event_id = e.id
       WHERE e.id = ?
       ORDER BY s.position
      """;

  /** Reads only. 0 rows: none of that title. */
  private static final String TITLED =
      "SELECT id, organizer_key FROM boxoffice.events WHERE title = ? ORDER BY id LIMIT 1";

  private final DataSource database;
  private final Transactions transactions;

  public Events(DataSource database, Transactions transactions) {
    this.database = database;
    this.transactions = transactions;
  }

  /** Puts an event on sale. */
  public OnSale create(NewEvent event) throws SQLException {
    return transactions.open(tx -> insert(tx, event));
  }

  /** The first one of that title; empty if there is none. */
  public Optional<OnSale> titled(String title) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(TITLED)) {
      find.setString(1, title);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(onSale(rows)) : Optional.empty();
      }
    }
  }

  private static OnSale insert(Connection tx, NewEvent event) throws SQLException {
    try (PreparedStatement create = tx.prepareStatement(CREATE)) {
      create.setString(1, event.title());
      create.setString(2, event.organizer());
      create.setObject(3, event.startsAt().atOffset(ZoneOffset.UTC));
      create.setLong(4, event.price().minor());
      create.setString(5, event.price().currency().getCurrencyCode());
      create.setString(6, event.organizerEmail());
      create.setArray(7, tx.createArrayOf("text", event.seats().toArray()));
      try (ResultSet rows = create.executeQuery()) {
        rows.next();
        return onSale(rows);
      }
    }
  }

  private static OnSale onSale(ResultSet rows) throws SQLException {
    return new OnSale(rows.getLong("id"), rows.getObject("organizer_key", UUID.class));
  }

  /** An event and its seats; empty if there is none of this id. */
  public Optional<SeatMap> find(long id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setLong(1, id);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(seatMap(id, rows)) : Optional.empty();
      }
    }
  }

  private static SeatMap seatMap(long id, ResultSet rows) throws SQLException {
    Event event =
        new Event(
            id,
            rows.getString("title"),
            rows.getString("organizer"),
            rows.getObject("starts_at", OffsetDateTime.class).toInstant());
    Money price = Money.of(rows.getLong("price_minor"), rows.getString("currency"));
    long sold = rows.getLong("tickets_sold");
    List<SeatMap.Seat> seats = new ArrayList<>();
    do {
      seats.add(new SeatMap.Seat(rows.getString("seat"), rows.getBoolean("sold")));
    } while (rows.next());
    return new SeatMap(event, price, sold, seats);
  }
}
