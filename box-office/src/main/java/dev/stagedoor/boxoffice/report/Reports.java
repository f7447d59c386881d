package dev.stagedoor.boxoffice.report;

import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.Tx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Optional;
import javax.sql.DataSource;

/** The table of reports, on the primary. Thread-safe. */
final class Reports {
  /** Any number at the same time; never 0 rows. All of a day commit together. */
  private static final String IS_WRITTEN =
      "SELECT EXISTS (SELECT FROM boxoffice.organizer_reports WHERE day = ?)";

  /**
   * Two jobs for one day at the same time (a tick, and somebody's {@code runNow}): the second waits
   * for the first. 0 rows: the report is written, and its mail queued with it.
   */
  private static final String WRITE =
      """
      INSERT INTO boxoffice.organizer_reports
        (day, event_id, zone, tickets_sold, tickets_returned, captured_minor, refunded_minor,
         currency)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (day, event_id) DO NOTHING
      """;

  /** Any number at the same time; 0 rows: no such report. */
  private static final String FIND =
      """
      SELECT r.zone, r.tickets_sold, r.tickets_returned, r.captured_minor, r.refunded_minor,
             r.currency, e.title, e.organizer, e.organizer_email
        FROM boxoffice.organizer_reports r
        JOIN boxoffice.events e ON e.id = r.event_id
       WHERE r.day = ? AND r.event_id = ?
      """;

  private final DataSource primary;

  Reports(DataSource primary) {
    this.primary = primary;
  }

  boolean areWritten(LocalDate day) throws SQLException {
    try (Connection connection = primary.getConnection();
        PreparedStatement written = BoundStatement.prepare(connection, IS_WRITTEN, day);
        ResultSet rows = written.executeQuery()) {
      rows.next();
      return rows.getBoolean(1);
    }
  }

  /** False if it is there already. */
  static boolean write(Tx tx, SalesDay day, Sales sales) throws SQLException {
    return tx.changed(
        WRITE,
        day.day(),
        sales.eventId(),
        day.zone().getId(),
        sales.ticketsSold(),
        sales.ticketsReturned(),
        sales.capturedMinor(),
        sales.refundedMinor(),
        sales.currency());
  }

  /** A report as it was written; empty if there is none. */
  Optional<Written> find(LocalDate day, long event) throws SQLException {
    try (Connection connection = primary.getConnection();
        PreparedStatement find = BoundStatement.prepare(connection, FIND, day, event);
        ResultSet rows = find.executeQuery()) {
      return rows.next() ? Optional.of(written(day, event, rows)) : Optional.empty();
    }
  }

  private static Written written(LocalDate day, long event, ResultSet rows) throws SQLException {
    String email = rows.getString("organizer_email");
    return new Written(
        day,
        rows.getString("zone"),
        new Sales(
            event,
            rows.getLong("tickets_sold"),
            rows.getLong("tickets_returned"),
            rows.getLong("captured_minor"),
            rows.getLong("refunded_minor"),
            rows.getString("currency"),
            email != null),
        rows.getString("title"),
        new Organizer(rows.getString("organizer"), email));
  }
}
