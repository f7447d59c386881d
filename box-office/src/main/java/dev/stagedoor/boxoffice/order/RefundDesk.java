package dev.stagedoor.boxoffice.order;

import static dev.stagedoor.boxoffice.order.Jobs.REFUND_PAYMENT;

import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests to give money back. Key, refund and job commit together, and the amount is taken
 * off what is left at once, under the payment's lock: however many ask, no more is ever asked of
 * the payment provider than was captured. Thread-safe.
 */
public final class RefundDesk {
  private final Transactions transactions;
  private final Outbox outbox;

  public RefundDesk(Transactions transactions, Outbox outbox) {
    this.transactions = transactions;
    this.outbox = outbox;
  }

  /**
   * Asks for a refund, once for each key.
   *
   * @param fingerprint tells this request from others under the same key
   * @param reply what to answer, given the refund's public id and amount; kept with the key
   */
  public RefundAsked ask(
      ClientKey key,
      byte[] fingerprint,
      NewRefund refund,
      Origin origin,
      BiFunction<UUID, Money, Reply> reply)
      throws SQLException {
    return transactions.open(
        tx -> {
          KeyMet met = IdempotencyKeys.meet(tx, key, fingerprint);
          if (met != null) {
            return met;
          }
          RefundAsked asked = ask(tx, refund, origin, reply);
          if (asked instanceof RefundAsked.Now now) {
            IdempotencyKeys.store(tx, key, fingerprint, now.reply());
          }
          return asked;
        });
  }

  private RefundAsked ask(
      Connection tx, NewRefund refund, Origin origin, BiFunction<UUID, Money, Reply> reply)
      throws SQLException {
    RefundBooks.Captured captured = RefundBooks.find(tx, refund.order());
    if (captured == null) {
      return new RefundAsked.NoSuchOrder();
    }
    RefundAsked refused = refusal(captured, refund);
    if (refused != null) {
      return refused;
    }
    RefundBooks.Made made =
        RefundBooks.make(tx, captured.payment(), refund.minor(), refund.reason());
    if (made == null) { // another was faster, and has committed
      RefundBooks.Captured now = RefundBooks.find(tx, refund.order());
      return new RefundAsked.TooMuch(now == null ? captured.left() : now.left());
    }
    outbox.enqueue(tx, origin.on(REFUND_PAYMENT.job(new RefundToPay(made.id()))));
    transactions.afterCommit(outbox::nudge);
    Money amount = new Money(refund.minor(), captured.left().currency());
    return new RefundAsked.Now(reply.apply(made.publicId(), amount));
  }

  private static @Nullable RefundAsked refusal(RefundBooks.Captured captured, NewRefund refund) {
    if (captured.payment() == 0) {
      return new RefundAsked.NotCaptured(captured.state());
    }
    Money left = captured.left();
    if (!refund.currency().orElse(left.currency()).equals(left.currency())) {
      return new RefundAsked.OtherCurrency(left);
    }
    return refund.minor() > left.minor() ? new RefundAsked.TooMuch(left) : null;
  }
}
