package dev.stagedoor.tx;

/**
 * Opens a transaction of ours again where the database asked for that: serialization failure,
 * deadlock, lock time-out. The handler must not hear of these, and nothing was done.
 *
 * <p>Only for bodies without side effects outside the database.
 */
public final class Retrying {
  /** As often as our own transactions are tried. */
  public static final int ATTEMPTS = 5;

  private Retrying() {}

  /** As {@link Transactions#open}, at most {@code attempts} times, at once one after another. */
  public static <T, X extends Exception> T open(
      Transactions transactions, int attempts, Transactions.Body<T, X> body) throws X {
    for (int left = attempts - 1; ; left--) {
      try {
        return transactions.open(body);
      } catch (Exception e) {
        if (left <= 0 || !SqlStates.tryAgain(e)) {
          throw e;
        }
      }
    }
  }
}
