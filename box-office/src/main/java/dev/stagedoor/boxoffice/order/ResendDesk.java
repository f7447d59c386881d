package dev.stagedoor.boxoffice.order;

import static dev.stagedoor.boxoffice.order.Jobs.RESEND_TICKETS;

import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests to mail an order's tickets once more. Key, request and job commit together: the
 * same request under its key is one mail however often it comes, and another key is another mail,
 * since that is how a client says that it means one. Thread-safe.
 *
 * <p>Does not give: the order in which mails arrive. The first one may come after a later one,
 * where its provider was away.
 */
public final class ResendDesk {
  /** Any number at the same time; 0 rows: no such order. */
  private static final String FIND =
      """
      SELECT o.id, o.state,
             NOT EXISTS (SELECT FROM boxoffice.tickets t
                          WHERE t.order_id = o.id AND t.pdf_key IS NULL) AS rendered
        FROM boxoffice.orders o
       WHERE o.public_id = ?
      """;

  /** Any number at the same time, a row each; never 0 rows. */
  private static final String INSERT =
      """
      INSERT INTO boxoffice.ticket_resends (order_id, email, request_id) VALUES (?, ?, ?)
      RETURNING id, public_id
      """;

  private final Transactions transactions;
  private final Outbox outbox;

  public ResendDesk(Transactions transactions, Outbox outbox) {
    this.transactions = transactions;
    this.outbox = outbox;
  }

  /**
   * Asks for one more mail, once for each key.
   *
   * @param fingerprint tells this request from others under the same key
   * @param reply what to answer, given the public id of what was asked for; kept with the key
   */
  public ResendAsked ask(
      ClientKey key,
      byte[] fingerprint,
      NewResend resend,
      Origin origin,
      Function<UUID, Reply> reply)
      throws SQLException {
    return transactions.open(
        tx -> {
          KeyMet met = IdempotencyKeys.meet(tx, key, fingerprint);
          if (met != null) {
            return met;
          }
          ResendAsked asked = ask(tx, resend, origin, reply);
          if (asked instanceof ResendAsked.Now now) {
            IdempotencyKeys.store(tx, key, fingerprint, now.reply());
          }
          return asked;
        });
  }

  private ResendAsked ask(
      Connection tx, NewResend resend, Origin origin, Function<UUID, Reply> reply)
      throws SQLException {
    Found order = find(tx, resend.order());
    if (order == null) {
      return new ResendAsked.NoSuchOrder();
    } else if (!order.state.holdsSeats()) {
      return new ResendAsked.TicketsVoid(order.state);
    } else if (!order.rendered) {
      return new ResendAsked.NotRendered(order.state);
    }
    return new ResendAsked.Now(reply.apply(insert(tx, order.id, resend, origin)));
  }

  private UUID insert(Connection tx, long order, NewResend resend, Origin origin)
      throws SQLException {
    try (PreparedStatement insert = tx.prepareStatement(INSERT)) {
      insert.setLong(1, order);
      insert.setString(2, resend.email());
      insert.setString(3, origin.requestId());
      try (ResultSet rows = insert.executeQuery()) {
        rows.next();
        TicketsToResend payload = new TicketsToResend(rows.getLong("id"));
        outbox.enqueue(tx, origin.on(RESEND_TICKETS.job(payload)));
        transactions.afterCommit(outbox::nudge);
        return rows.getObject("public_id", UUID.class);
      }
    }
  }

  private record Found(long id, OrderState state, boolean rendered) {}

  private static @Nullable Found find(Connection tx, UUID order) throws SQLException {
    try (PreparedStatement find = tx.prepareStatement(FIND)) {
      find.setObject(1, order);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next()
            ? new Found(
                rows.getLong("id"),
                OrderState.of(rows.getString("state")),
                rows.getBoolean("rendered"))
            : null;
      }
    }
  }
}
