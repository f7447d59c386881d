package dev.stagedoor.tx;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Opens a transaction again where the database asked for that: serialization failure, deadlock,
 * lock time-out. Nothing was done then, and nobody needs to hear of it.
 *
 * <p>Only for bodies whose effects are all inside the transaction.
 */
public final class Retrying {
  /** How often a transaction is tried in all. */
  public static final int ATTEMPTS = 5;

  private Retrying() {}

  /** As {@link Transactions#open}, tried at most {@link #ATTEMPTS} times, at once. */
  public static <T extends @Nullable Object, X extends Exception> T open(
      Transactions transactions, Transactions.Body<T, X> body) throws X {
    for (int left = ATTEMPTS - 1; ; left--) {
      try {
        return transactions.open(c -> notAborted(c, body));
      } catch (Exception e) {
        if (left <= 0 || !SqlStates.tryAgain(e)) {
          throw e;
        }
      }
    }
  }

  /** Whatever transactions the host gave us: a silent rollback must not be taken for a commit. */
  private static <T extends @Nullable Object, X extends Exception> T notAborted(
      Connection connection, Transactions.Body<T, X> body) throws X {
    T result = body.in(connection);
    AbortedTransaction.refuse(connection);
    return result;
  }

  /**
   * As {@link #open}, for statements of ours around a user's own work: an {@code SQLException} of
   * either comes out as it is, declared by {@code X} or not, so that its SQLSTATE can be told.
   */
  public static <T extends @Nullable Object, X extends Exception> T run(
      Transactions transactions, Work<T, X> work) throws X {
    try {
      return Retrying.<T, Exception>open(transactions, work::in);
    } catch (Exception e) {
      throw Retrying.<X>asDeclared(e);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Exception> X asDeclared(Exception e) {
    return (X) e; // erased: an X, an SQLException, or unchecked
  }

  /** What runs inside a transaction, statements of ours among it. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object, X extends Exception> {
    T in(Connection connection) throws X, SQLException;
  }
}
