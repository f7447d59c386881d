package dev.stagedoor.tx;

/** No transaction is open where one is needed. */
@SuppressWarnings("serial")
public class NoTransactionException extends IllegalStateException {
  public NoTransactionException(String message) {
    super(message);
  }
}
