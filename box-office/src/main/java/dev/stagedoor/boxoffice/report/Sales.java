package dev.stagedoor.boxoffice.report;

import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What an event sold on a day. A ticket is sold when its order is paid, or placed where there is
 * nothing to pay, and returned when its seat is free again: on one day each, whatever follows.
 *
 * @param capturedMinor taken by the payment provider, as {@code refundedMinor} was given back
 * @param mailed whether the organizer has an address
 */
record Sales(
    long eventId,
    long ticketsSold,
    long ticketsReturned,
    long capturedMinor,
    long refundedMinor,
    String currency,
    boolean mailed) {
  /**
   * Reads all orders: any number at the same time, on a replica too. 0 rows: nothing was sold or
   * given back that day.
   */
  private static final String READ =
      """
      WITH d AS (SELECT ?::timestamptz AS begins, ?::timestamptz AS ends),
      counted AS (
        SELECT o.id, o.event_id, coalesce(p.settled_at, o.created_at) AS sold_at
          FROM boxoffice.orders o
          LEFT JOIN boxoffice.payments p ON p.order_id = o.id
         WHERE p.id IS NULL OR o.state IN ('paid', 'refunded')),
      moved AS (
        SELECT c.event_id,
               count(*) FILTER (WHERE c.sold_at >= d.begins AND c.sold_at < d.ends) AS sold,
               count(*) FILTER (
                 WHERE t.released_at >= d.begins AND t.released_at < d.ends) AS returned
          FROM counted c JOIN boxoffice.tickets t ON t.order_id = c.id CROSS JOIN d
         GROUP BY c.event_id),
      captured AS (
        SELECT o.event_id, sum(p.captured_minor)::bigint AS minor
          FROM boxoffice.payments p JOIN boxoffice.orders o ON o.id = p.order_id CROSS JOIN d
         WHERE p.state = 'captured' AND p.settled_at >= d.begins AND p.settled_at < d.ends
         GROUP BY o.event_id),
      refunded AS (
        SELECT o.event_id, sum(r.amount_minor)::bigint AS minor
          FROM boxoffice.refunds r
          JOIN boxoffice.payments p ON p.id = r.payment_id
          JOIN boxoffice.orders o ON o.id = p.order_id CROSS JOIN d
         WHERE r.state = 'refunded' AND r.settled_at >= d.begins AND r.settled_at < d.ends
         GROUP BY o.event_id)
      SELECT e.id, coalesce(m.sold, 0) AS sold, coalesce(m.returned, 0) AS returned,
             coalesce(c.minor, 0) AS captured, coalesce(r.minor, 0) AS refunded, e.currency,
             e.organizer_email IS NOT NULL AS mailed
        FROM boxoffice.events e
        LEFT JOIN moved m ON m.event_id = e.id
        LEFT JOIN captured c ON c.event_id = e.id
        LEFT JOIN refunded r ON r.event_id = e.id
       WHERE m.sold > 0 OR m.returned > 0 OR c.minor > 0 OR r.minor > 0
       ORDER BY e.id
      """;

  /** Of all events that sold or gave back anything. */
  static List<Sales> on(Connection connection, SalesDay day) throws SQLException {
    List<Sales> sales = new ArrayList<>();
    try (PreparedStatement read =
            BoundStatement.prepare(connection, READ, day.begins(), day.ends());
        ResultSet rows = read.executeQuery()) {
      while (rows.next()) {
        sales.add(
            new Sales(
                rows.getLong("id"),
                rows.getLong("sold"),
                rows.getLong("returned"),
                rows.getLong("captured"),
                rows.getLong("refunded"),
                rows.getString("currency"),
                rows.getBoolean("mailed")));
      }
    }
    return sales;
  }
}
