package dev.stagedoor.boxoffice.order;

import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.UPDATE_SALES_COUNTER;

import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.Transactions;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Places orders. Key, order, tickets and jobs commit together or not at all: a client that lost the
 * answer asks again under its key and is told the same, and no order is without its jobs. Two
 * orders for one seat are told apart by the unique index on it. Thread-safe.
 */
public final class OrderDesk {
  private static final String UNIQUE_VIOLATION = "23505";

  /**
   * Any number at the same time: it only spares most of the losers the insert, whose index decides.
   * 0 rows: no such event.
   */
  private static final String LOOK =
      """
      SELECT ARRAY (SELECT s FROM unnest(?) s
                     WHERE NOT EXISTS (SELECT FROM boxoffice.seats
                                        WHERE event_id = e.id AND seat = s)) AS unknown,
             ARRAY (SELECT seat FROM boxoffice.tickets
                     WHERE event_id = e.id AND seat = ANY (?) ORDER BY seat) AS taken
        FROM boxoffice.events e
       WHERE e.id = ?
      """;

  /**
   * Any number at the same time: the second for a seat waits for the first, then violates {@code
   * tickets_seat_sold_once}, or goes on if the first rolled back. All take seats in the same order,
   * so two that share several cannot wait for each other. Never 0 rows.
   */
  private static final String PLACE =
      """
      WITH placed AS (
        INSERT INTO boxoffice.orders (event_id, buyer_name, buyer_email, request_id)
        VALUES (?, ?, ?, ?)
        RETURNING id, public_id, event_id
      ), sold AS (
        INSERT INTO boxoffice.tickets (order_id, event_id, seat)
        SELECT placed.id, s.event_id, s.seat
          FROM placed JOIN boxoffice.seats s ON s.event_id = placed.event_id
         WHERE s.seat = ANY (?)
         ORDER BY s.position
        RETURNING seat
      )
      SELECT placed.id, placed.public_id, (SELECT count(*) FROM sold) AS sold FROM placed
      """;

  private final Transactions transactions;
  private final Outbox outbox;

  public OrderDesk(Transactions transactions, Outbox outbox) {
    this.transactions = transactions;
    this.outbox = outbox;
  }

  /**
   * Places an order, once for each key.
   *
   * @param fingerprint tells this request from others under the same key
   * @param reply what to answer, given the order's public id; kept with the key
   */
  public Placed place(
      ClientKey key, byte[] fingerprint, NewOrder order, Origin origin, Function<UUID, Reply> reply)
      throws SQLException {
    try {
      return transactions.open(
          tx -> {
            if (!IdempotencyKeys.lock(tx, key)) {
              return new Placed.StillRunning();
            }
            Placed before = IdempotencyKeys.find(tx, key, fingerprint);
            return before != null ? before : place(tx, key, fingerprint, order, origin, reply);
          });
    } catch (SeatTaken e) {
      return takenNow(order);
    }
  }

  /** Drops clients' keys that are older than a day, some thousand at once; returns how many. */
  public int forgetOldKeys() throws SQLException {
    return transactions.open(IdempotencyKeys::forgetOld);
  }

  private Placed place(
      Connection tx,
      ClientKey key,
      byte[] fingerprint,
      NewOrder order,
      Origin origin,
      Function<UUID, Reply> reply)
      throws SQLException {
    Placed refused = look(tx, order);
    if (refused != null) {
      return refused;
    }
    Identity placed = insert(tx, order, origin);
    TicketOrder payload = new TicketOrder(placed.id);
    outbox.enqueueAll(
        tx,
        List.of(
            origin.on(RENDER_TICKETS.job(payload)), origin.on(UPDATE_SALES_COUNTER.job(payload))));
    transactions.afterCommit(outbox::nudge);
    Reply answer = reply.apply(placed.publicId);
    IdempotencyKeys.store(tx, key, fingerprint, answer);
    return new Placed.Now(answer);
  }

  private record Identity(long id, UUID publicId) {}

  private static @Nullable Placed look(Connection tx, NewOrder order) throws SQLException {
    try (PreparedStatement look = tx.prepareStatement(LOOK)) {
      Array seats = tx.createArrayOf("text", order.seats().toArray());
      look.setArray(1, seats);
      look.setArray(2, seats);
      look.setLong(3, order.eventId());
      try (ResultSet rows = look.executeQuery()) {
        if (!rows.next()) {
          return new Placed.NoSuchEvent();
        }
        List<String> unknown = strings(rows.getArray("unknown"));
        List<String> taken = strings(rows.getArray("taken"));
        if (!unknown.isEmpty()) {
          return new Placed.NoSuchSeats(unknown, SeatRange.of(tx, order.eventId()));
        }
        return taken.isEmpty() ? null : new Placed.Taken(taken);
      }
    }
  }

  private static Identity insert(Connection tx, NewOrder order, Origin origin) throws SQLException {
    try (PreparedStatement place = tx.prepareStatement(PLACE)) {
      place.setLong(1, order.eventId());
      place.setString(2, order.buyer().name());
      place.setString(3, order.buyer().email());
      place.setString(4, origin.requestId());
      place.setArray(5, tx.createArrayOf("text", order.seats().toArray()));
      try (ResultSet rows = place.executeQuery()) {
        rows.next();
        if (rows.getInt("sold") != order.seats().size()) {
          throw new IllegalStateException("a seat went away while it was sold: " + order.seats());
        }
        return new Identity(rows.getLong("id"), rows.getObject("public_id", UUID.class));
      }
    } catch (SQLException e) {
      if (UNIQUE_VIOLATION.equals(SqlStates.of(e))) {
        throw new SeatTaken(e);
      }
      throw e;
    }
  }

  /** After the rollback: names the seats that somebody has by now. */
  private Placed takenNow(NewOrder order) throws SQLException {
    return transactions.open(
        tx -> {
          Placed seen = look(tx, order);
          return seen != null ? seen : new Placed.Taken(order.seats());
        });
  }

  private static List<String> strings(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }

  /** Somebody committed one of these seats first; this transaction is to be rolled back. */
  @SuppressWarnings("serial")
  private static final class SeatTaken extends RuntimeException {
    SeatTaken(SQLException cause) {
      super(cause);
    }
  }
}
