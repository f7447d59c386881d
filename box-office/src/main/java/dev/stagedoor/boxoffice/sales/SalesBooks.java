package dev.stagedoor.boxoffice.sales;

import dev.stagedoor.boxoffice.order.Event;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Currency;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** Reads how events sell; holds no connection between two calls. Thread-safe. */
public final class SalesBooks {
  /**
   * Any number at the same time; 0 rows: no event has this key. What an event costs may not change,
   * so its payments are all in its currency.
   */
  private static final String FIND =
      """
      SELECT e.id, e.title, e.organizer, e.starts_at, e.currency, c.tickets_sold,
             (SELECT count(*) FROM boxoffice.seats s WHERE s.event_id = e.id) AS seats,
             (SELECT count(*) FROM boxoffice.tickets t
               WHERE t.event_id = e.id AND t.released_at IS NULL) AS taken,
             p.captured, p.refunded, p.refunding
        FROM boxoffice.events e
        JOIN boxoffice.event_sales c ON c.event_id = e.id
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(p.captured_minor), 0) AS captured,
                 coalesce(sum(p.refunded_minor), 0) AS refunded,
                 coalesce(sum(p.refunding_minor - p.refunded_minor), 0) AS refunding
            FROM boxoffice.orders o JOIN boxoffice.payments p ON p.order_id = o.id
           WHERE o.event_id = e.id) p
       WHERE e.organizer_key = ?
      """;

  private final DataSource database;

  public SalesBooks(DataSource database) {
    this.database = database;
  }

  /** The sales of the event with this key; empty if there is none. */
  public Optional<Sales> find(UUID organizerKey) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setObject(1, organizerKey);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(sales(rows)) : Optional.empty();
      }
    }
  }

  private static Sales sales(ResultSet rows) throws SQLException {
    Event event =
        new Event(
            rows.getLong("id"),
            rows.getString("title"),
            rows.getString("organizer"),
            rows.getObject("starts_at", OffsetDateTime.class).toInstant());
    long seats = rows.getLong("seats");
    return new Sales(
        event,
        rows.getLong("tickets_sold"),
        seats,
        seats - rows.getLong("taken"),
        Currency.getInstance(rows.getString("currency")),
        rows.getBigDecimal("captured"),
        rows.getBigDecimal("refunded"),
        rows.getBigDecimal("refunding"));
  }
}
