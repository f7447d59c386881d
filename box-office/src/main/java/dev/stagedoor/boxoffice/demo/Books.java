package dev.stagedoor.boxoffice.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * What the tables and the store say of this demo's orders, read past the library. A demo's orders
 * are told by their request ids, which no other demo on the same database has. Thread-safe.
 */
final class Books {
  /** Reads only; 0 rows: not one of these events. */
  private static final String EVENTS =
      """
      SELECT e.id, c.tickets_sold AS counted,
             (SELECT count(*) FROM boxoffice.tickets t
               WHERE t.event_id = e.id AND t.released_at IS NULL) AS sold
        FROM boxoffice.events e JOIN boxoffice.event_sales c ON c.event_id = e.id
       WHERE e.id = ANY (?)
       ORDER BY e.id
      """;

  /** Reads only; 0 rows: no order was placed. */
  private static final String ORDERS =
      """
      SELECT o.id, o.public_id, o.event_id, o.request_id,
             (SELECT bool_and(t.pdf_key IS NOT NULL) FROM boxoffice.tickets t
               WHERE t.order_id = o.id) AS rendered,
             (SELECT count(*) FROM stagedoor.jobs j
               WHERE j.request_id = o.request_id AND j.type = 'send_tickets'
                 AND j.state <> 'cancelled') AS email_jobs
        FROM boxoffice.orders o
       WHERE starts_with(o.request_id, ?)
       ORDER BY o.id
      """;

  /** Reads only; 0 rows: not placed. */
  private static final String ORDER = "SELECT id FROM boxoffice.orders WHERE request_id = ?";

  /** Reads only; 0 rows: nothing of these orders is still to be done. */
  private static final String OPEN_JOBS =
      """
      SELECT state, type, count(*) AS jobs FROM stagedoor.jobs
       WHERE starts_with(request_id, ?) AND state NOT IN ('completed', 'cancelled')
       GROUP BY state, type ORDER BY state, type
      """;

  /** Reads only; 0 rows: no job of these orders. */
  private static final String JOBS =
      """
      SELECT id, type, request_id, state, cause FROM stagedoor.jobs WHERE starts_with(request_id, ?)
      """;

  private final DataSource database;
  private final Path store;
  private final String requests;

  /**
   * @param requests what the request ids of this demo begin with
   */
  Books(DataSource database, Path store, String requests) {
    this.database = database;
    this.store = store;
    this.requests = requests;
  }

  /** One event. */
  record EventRow(long id, long counted, long sold) {}

  /** One order. */
  record OrderRow(
      long id, String publicId, long event, String request, boolean rendered, int emailJobs) {}

  /** One job. */
  record JobRow(String id, String type, String request, String state, String cause) {}

  List<EventRow> events(List<Long> ids) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(EVENTS)) {
      query.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
      List<EventRow> list = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          list.add(new EventRow(rows.getLong("id"), rows.getLong("counted"), rows.getLong("sold")));
        }
      }
      return list;
    }
  }

  List<OrderRow> orders() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(ORDERS)) {
      query.setString(1, requests);
      List<OrderRow> list = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          list.add(
              new OrderRow(
                  rows.getLong("id"),
                  rows.getString("public_id"),
                  rows.getLong("event_id"),
                  rows.getString("request_id"),
                  rows.getBoolean("rendered"),
                  rows.getInt("email_jobs")));
        }
      }
      return list;
    }
  }

  /**
   * The number of the order that was placed by this request.
   *
   * @throws IllegalStateException if there is none
   */
  long orderOf(String request) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(ORDER)) {
      query.setString(1, request);
      try (ResultSet rows = query.executeQuery()) {
        if (!rows.next()) {
          throw new IllegalStateException("no order was placed by request " + request);
        }
        return rows.getLong(1);
      }
    }
  }

  /** Jobs of this demo that are neither completed nor cancelled, by state and type. */
  Map<String, Long> openJobs() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(OPEN_JOBS)) {
      query.setString(1, requests);
      Map<String, Long> open = new HashMap<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          open.put(rows.getString("type") + " " + rows.getString("state"), rows.getLong("jobs"));
        }
      }
      return open;
    }
  }

  List<JobRow> jobs() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(JOBS)) {
      query.setString(1, requests);
      List<JobRow> list = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          String cause = rows.getString("cause");
          list.add(
              new JobRow(
                  rows.getString("id"),
                  rows.getString("type"),
                  rows.getString("request_id"),
                  rows.getString("state"),
                  cause == null ? "" : cause));
        }
      }
      return list;
    }
  }

  /** Whether the PDF of an order lies in the store. */
  boolean stored(String publicId) {
    return Files.isRegularFile(store.resolve("tickets").resolve(publicId + ".pdf"));
  }

  /** All PDFs in the store. */
  long pdfObjects() throws IOException {
    Path tickets = store.resolve("tickets");
    if (!Files.isDirectory(tickets)) {
      return 0;
    }
    try (var files = Files.list(tickets)) {
      return files.filter(Files::isRegularFile).count();
    }
  }
}
