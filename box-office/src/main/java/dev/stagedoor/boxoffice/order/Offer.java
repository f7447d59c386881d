package dev.stagedoor.boxoffice.order;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** What there is for an order at its event, as it was looked at. */
sealed interface Offer {
  /** All seats are there and free; this is what they cost together. */
  record For(Money amount) implements Offer {}

  /** Nothing can come of the order. */
  record None(Placed why) implements Offer {}

  /**
   * Any number at the same time: it only spares most of the losers the insert, whose index decides.
   * 0 rows: no such event.
   */
  String LOOK =
      """
      SELECT ARRAY (SELECT s FROM unnest(?) s
                     WHERE NOT EXISTS (SELECT FROM boxoffice.seats
                                        WHERE event_id = e.id AND seat = s)) AS unknown,
             ARRAY (SELECT seat FROM boxoffice.tickets
                     WHERE event_id = e.id AND seat = ANY (?) AND released_at IS NULL
                     ORDER BY seat) AS taken,
             e.price_minor, e.currency
        FROM boxoffice.events e
       WHERE e.id = ?
      """;

  static Offer look(Connection tx, NewOrder order) throws SQLException {
    try (PreparedStatement look = tx.prepareStatement(LOOK)) {
      Array seats = tx.createArrayOf("text", order.seats().toArray());
      look.setArray(1, seats);
      look.setArray(2, seats);
      look.setLong(3, order.eventId());
      try (ResultSet rows = look.executeQuery()) {
        return rows.next() ? read(tx, order, rows) : new None(new Placed.NoSuchEvent());
      }
    }
  }

  private static Offer read(Connection tx, NewOrder order, ResultSet rows) throws SQLException {
    List<String> unknown = strings(rows.getArray("unknown"));
    List<String> taken = strings(rows.getArray("taken"));
    if (!unknown.isEmpty()) {
      return new None(new Placed.NoSuchSeats(unknown, SeatRange.of(tx, order.eventId())));
    } else if (!taken.isEmpty()) {
      return new None(new Placed.Taken(taken));
    }
    Money each = Money.of(rows.getLong("price_minor"), rows.getString("currency"));
    long amount = each.minor() * order.seats().size(); // 10^12 times a few
    return amount > Money.MOST
        ? new None(new Placed.TooDear(each))
        : new For(new Money(amount, each.currency()));
  }

  private static List<String> strings(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }
}
