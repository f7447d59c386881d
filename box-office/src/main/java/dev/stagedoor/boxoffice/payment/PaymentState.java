package dev.stagedoor.boxoffice.payment;

/** How far a payment is. */
public enum PaymentState {
  /** No run has begun it. */
  REQUESTED("requested"),
  /** A run has begun it: Payrail may have been asked. */
  CAPTURING("capturing"),
  /** Payrail has taken the money. */
  CAPTURED("captured"),
  /** Payrail will not. */
  DECLINED("declined"),
  /** Its order was cancelled before a run began it. */
  CANCELLED("cancelled");

  private final String word;

  PaymentState(String word) {
    this.word = word;
  }

  /** As stored, and as clients read it. */
  public String word() {
    return word;
  }

  /** Whether nothing will come of it any more but refunds. */
  public boolean isSettled() {
    return this != REQUESTED && this != CAPTURING;
  }

  static PaymentState of(String word) {
    for (PaymentState state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    throw new IllegalArgumentException("there is no state of a payment called " + word);
  }
}
