package dev.stagedoor.boxoffice.order;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads what was asked to be mailed once more; holds no connection between calls. Thread-safe. */
public final class TicketResends {
  /** Any number at the same time; 0 rows: no such resend. */
  private static final String FIND =
      "SELECT order_id, email FROM boxoffice.ticket_resends WHERE id = ?";

  /** Any number at the same time; 0 rows: none was asked for. */
  private static final String OF_ORDER =
      """
      SELECT r.public_id, r.asked_at, s.sent_at
        FROM boxoffice.ticket_resends r
        LEFT JOIN boxoffice.ticket_resend_sends s ON s.resend_id = r.id
       WHERE r.order_id = ?
       ORDER BY r.id
      """;

  private final DataSource database;

  public TicketResends(DataSource database) {
    this.database = database;
  }

  /**
   * One of an order, as clients are told it.
   *
   * @param sent null while it is not known to be sent
   */
  public record Told(UUID publicId, Instant askedAt, @Nullable Instant sent) {
    /** When it was sent; empty while it is not known to be. */
    public Optional<Instant> sentAt() {
      return Optional.ofNullable(sent);
    }
  }

  /** Empty if there is none of this id. */
  public Optional<TicketResend> find(long id) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setLong(1, id);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next()
            ? Optional.of(new TicketResend(id, rows.getLong("order_id"), rows.getString("email")))
            : Optional.empty();
      }
    }
  }

  /** Those of an order, first asked first. */
  public List<Told> of(long order) throws SQLException {
    List<Told> resends = new ArrayList<>();
    try (Connection connection = database.getConnection();
        PreparedStatement find = connection.prepareStatement(OF_ORDER)) {
      find.setLong(1, order);
      try (ResultSet rows = find.executeQuery()) {
        while (rows.next()) {
          resends.add(told(rows));
        }
      }
    }
    return resends;
  }

  private static Told told(ResultSet rows) throws SQLException {
    OffsetDateTime sent = rows.getObject("sent_at", OffsetDateTime.class);
    return new Told(
        rows.getObject("public_id", UUID.class),
        rows.getObject("asked_at", OffsetDateTime.class).toInstant(),
        sent == null ? null : sent.toInstant());
  }
}
