package dev.stagedoor.boxoffice.report;

import dev.stagedoor.boxoffice.schema.BoxOfficeSchema;
import dev.stagedoor.embedded.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A database in which tickets were sold at known times. */
final class SoldTickets {
  /** Event 7 with an organizer's address, event 8 without; 25 euros a seat. */
  static final String EVENTS =
      """
      INSERT INTO boxoffice.events (id, title, organizer, starts_at, price_minor, organizer_email)
      OVERRIDING SYSTEM VALUE
      VALUES (7, 'Gala', 'Teatr', '2027-05-01 17:30Z', 2500, 'office@teatr.example'),
             (8, 'Recital', 'Solo', '2027-06-01 17:30Z', 2500, NULL);
      INSERT INTO boxoffice.seats
      SELECT e, 'A' || n, n FROM unnest(ARRAY[7, 8]) e, generate_series(1, 40) n
      """;

  private SoldTickets() {}

  static DataSource database() throws SQLException {
    DataSource database = TestServers.freshDatabase();
    BoxOfficeSchema.migrate(database);
    execute(database, EVENTS);
    return database;
  }

  /** An order of one seat that cost nothing. */
  static String free(long order, long event, String at) {
    return """
        INSERT INTO boxoffice.orders
          (id, event_id, buyer_name, buyer_email, request_id, created_at)
        OVERRIDING SYSTEM VALUE VALUES (%1$d, %2$d, 'Eva', 'eva@example.org', 'r', '%3$s');
        INSERT INTO boxoffice.tickets (order_id, event_id, seat) VALUES (%1$d, %2$d, 'A%1$d')
        """
        .formatted(order, event, at);
  }

  /** An order of one seat, placed a day before it was paid. */
  static String paid(long order, long event, String at) {
    return """
        INSERT INTO boxoffice.orders
          (id, event_id, buyer_name, buyer_email, request_id, created_at, state, amount_minor)
        OVERRIDING SYSTEM VALUE
        VALUES (%1$d, %2$d, 'Eva', 'eva@example.org', 'r', '%3$s'::timestamptz - interval '1 day',
                'paid', 2500);
        INSERT INTO boxoffice.tickets (order_id, event_id, seat) VALUES (%1$d, %2$d, 'A%1$d');
        INSERT INTO boxoffice.payments
          (id, order_id, amount_minor, currency, state, captured_minor, reference, settled_at)
        OVERRIDING SYSTEM VALUE
        VALUES (%1$d, %1$d, 2500, 'EUR', 'captured', 2500, 'cap', '%3$s')
        """
        .formatted(order, event, at);
  }

  /** Money given back for such an order: all of it, with the seat, or a part. */
  static String refunded(long order, long minor, String at) {
    String part =
        """
        UPDATE boxoffice.payments SET refunding_minor = %2$d, refunded_minor = %2$d WHERE id = %1$d;
        INSERT INTO boxoffice.refunds
          (payment_id, amount_minor, reason, state, reference, settled_at)
        VALUES (%1$d, %2$d, 'rain', 'refunded', 'ref', '%3$s')
        """
            .formatted(order, minor, at);
    return minor < 2500
        ? part
        : part
            + ";UPDATE boxoffice.orders SET state = 'refunded' WHERE id = %1$d;UPDATE boxoffice.tickets SET released_at = '%2$s' WHERE order_id = %1$d"
                .formatted(order, at);
  }

  static void execute(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String text(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }
}
