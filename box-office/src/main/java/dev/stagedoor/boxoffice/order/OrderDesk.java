package dev.stagedoor.boxoffice.order;

import static dev.stagedoor.boxoffice.order.Jobs.CAPTURE_PAYMENT;
import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.UPDATE_SALES_COUNTER;

import dev.stagedoor.job.NewJob;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * Places orders. Key, order, tickets, payment and jobs commit together or not at all: a client that
 * lost the answer asks again under its key and is told the same, and no order is without its jobs.
 * Two orders for one seat are told apart by the unique index on it. What is to be paid is rendered
 * and counted when it is paid, everything else at once. Thread-safe.
 */
public final class OrderDesk {
  private static final String UNIQUE_VIOLATION = "23505";

  /**
   * Any number at the same time: the second for a seat waits for the first, then violates {@code
   * tickets_seat_sold_once}, or goes on if the first rolled back. All take seats in the same order,
   * so two that share several cannot wait for each other. Never 0 rows. A payment is asked for
   * where there is a token.
   */
  private static final String PLACE =
      """
      WITH placed AS (
        INSERT INTO boxoffice.orders
          (event_id, buyer_name, buyer_email, request_id, state, amount_minor, currency)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        RETURNING id, public_id, event_id, amount_minor, currency
      ), sold AS (
        INSERT INTO boxoffice.tickets (order_id, event_id, seat)
        SELECT placed.id, s.event_id, s.seat
          FROM placed JOIN boxoffice.seats s ON s.event_id = placed.event_id
         WHERE s.seat = ANY (?)
         ORDER BY s.position
        RETURNING seat
      ), asked AS (
        INSERT INTO boxoffice.payments (order_id, amount_minor, currency, token)
        SELECT placed.id, placed.amount_minor, placed.currency, pay.token
          FROM placed, (VALUES (?::text)) pay(token)
         WHERE pay.token IS NOT NULL
        RETURNING id
      )
      SELECT placed.id, placed.public_id, (SELECT count(*) FROM sold) AS sold,
             (SELECT id FROM asked) AS payment
        FROM placed
      """;

  private final Transactions transactions;
  private final Outbox outbox;
  private final Charging charging;

  /** A desk that takes no money. */
  public OrderDesk(Transactions transactions, Outbox outbox) {
    this(transactions, outbox, Charging.OFF);
  }

  public OrderDesk(Transactions transactions, Outbox outbox, Charging charging) {
    this.transactions = transactions;
    this.outbox = outbox;
    this.charging = charging;
  }

  /** Whether what costs something is paid for here. */
  public boolean charging() {
    return charging == Charging.ON;
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
            KeyMet met = IdempotencyKeys.meet(tx, key, fingerprint);
            if (met != null) {
              return met;
            }
            Placed placed = place(tx, order, origin, reply);
            if (placed instanceof Placed.Now now) {
              IdempotencyKeys.store(tx, key, fingerprint, now.reply());
            }
            return placed;
          });
    } catch (SeatTaken e) {
      return takenNow(order);
    }
  }

  /** Drops clients' keys that are older than a day, some thousand at once; returns how many. */
  public int forgetOldKeys() throws SQLException {
    return transactions.open(IdempotencyKeys::forgetOld);
  }

  private Placed place(Connection tx, NewOrder order, Origin origin, Function<UUID, Reply> reply)
      throws SQLException {
    Offer offer = Offer.look(tx, order);
    if (offer instanceof Offer.None none) {
      return none.why();
    }
    Money amount = ((Offer.For) offer).amount();
    boolean due = charging == Charging.ON && !amount.isNothing();
    if (due && order.paymentToken().isEmpty()) {
      return new Placed.TokenMissing(amount);
    }
    Row placed = insert(tx, order, origin, amount, due);
    outbox.enqueueAll(tx, jobs(placed, due, origin));
    transactions.afterCommit(outbox::nudge);
    return new Placed.Now(reply.apply(placed.publicId));
  }

  /**
   * @param payment 0 where none was asked for
   */
  private record Row(long id, UUID publicId, long payment) {}

  private static List<NewJob<?>> jobs(Row placed, boolean due, Origin origin) {
    if (due) {
      return List.of(origin.on(CAPTURE_PAYMENT.job(new PaymentToCapture(placed.payment))));
    }
    TicketOrder payload = new TicketOrder(placed.id);
    return List.of(
        origin.on(RENDER_TICKETS.job(payload)), origin.on(UPDATE_SALES_COUNTER.job(payload)));
  }

  private static Row insert(Connection tx, NewOrder order, Origin origin, Money amount, boolean due)
      throws SQLException {
    OrderTransition made = due ? OrderTransition.PLACE : OrderTransition.CONFIRM;
    try (PreparedStatement place = tx.prepareStatement(PLACE)) {
      place.setLong(1, order.eventId());
      place.setString(2, order.buyer().name());
      place.setString(3, order.buyer().email());
      place.setString(4, origin.requestId());
      place.setString(5, made.to().word());
      place.setLong(6, amount.minor());
      place.setString(7, amount.currency().getCurrencyCode());
      place.setArray(8, tx.createArrayOf("text", order.seats().toArray()));
      place.setString(9, due ? order.token() : null);
      try (ResultSet rows = place.executeQuery()) {
        rows.next();
        if (rows.getInt("sold") != order.seats().size()) {
          throw new IllegalStateException("a seat went away while it was sold: " + order.seats());
        }
        return new Row(
            rows.getLong("id"), rows.getObject("public_id", UUID.class), rows.getLong("payment"));
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
        tx ->
            Offer.look(tx, order) instanceof Offer.None none
                ? none.why()
                : new Placed.Taken(order.seats()));
  }

  /** Somebody committed one of these seats first; this transaction is to be rolled back. */
  @SuppressWarnings("serial")
  private static final class SeatTaken extends RuntimeException {
    SeatTaken(SQLException cause) {
      super(cause);
    }
  }
}
