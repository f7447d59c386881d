package dev.stagedoor.boxoffice.order;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * An event's seats in a few words. A row is what a seat's name has before its number.
 *
 * @param first in the order in which they were put on sale
 * @param seatsPerRow 0 if rows differ
 */
public record SeatRange(String first, String last, int seats, int rows, int seatsPerRow) {
  /** Any number at the same time; never 0 rows: seats neither come nor go. */
  private static final String READ =
      """
      WITH named AS (
        SELECT seat, position, regexp_replace(seat, '[0-9]+$', '') AS row_name
          FROM boxoffice.seats WHERE event_id = ?
      ), counted AS (
        SELECT count(*) AS seats FROM named GROUP BY row_name
      )
      SELECT (SELECT seat FROM named ORDER BY position LIMIT 1) AS first,
             (SELECT seat FROM named ORDER BY position DESC LIMIT 1) AS last,
             sum(seats) AS seats, count(*) AS rows,
             CASE WHEN min(seats) = max(seats) THEN min(seats) ELSE 0 END AS seats_per_row
        FROM counted
      """;

  /** The seats of an event that there is. */
  static SeatRange of(Connection tx, long event) throws SQLException {
    try (PreparedStatement read = tx.prepareStatement(READ)) {
      read.setLong(1, event);
      try (ResultSet rows = read.executeQuery()) {
        rows.next();
        return new SeatRange(
            rows.getString("first"),
            rows.getString("last"),
            rows.getInt("seats"),
            rows.getInt("rows"),
            rows.getInt("seats_per_row"));
      }
    }
  }

  /** {@code A1 to J20 (10 rows of 20 seats)}; {@code A1 to Box (3 seats)} if rows differ. */
  public String text() {
    boolean grid = rows > 1 && seatsPerRow > 1;
    String how = grid ? rows + " rows of " + seatsPerRow + " seats" : seats + " seats";
    return seats == 1 ? first : first + " to " + last + " (" + how + ")";
  }
}
