package dev.stagedoor.boxoffice.order;

/** How far an order is. {@link OrderTransition} is the table of what may follow on what. */
public enum OrderState {
  /** Its seats are taken, its payment is not settled, nothing was rendered or counted. */
  PLACED("placed", true),
  /** There was nothing to pay: rendered, sent and counted. */
  CONFIRMED("confirmed", true),
  /** Its payment is captured: rendered, sent and counted. */
  PAID("paid", true),
  /** Payrail declined its payment; its seats are free. */
  DECLINED("declined", false),
  /** Given up before it was paid, or where nothing was to be paid; its seats are free. */
  CANCELLED("cancelled", false),
  /** All that was captured has been given back; its seats are free. */
  REFUNDED("refunded", false);

  private final String word;
  private final boolean holdsSeats;

  OrderState(String word, boolean holdsSeats) {
    this.word = word;
    this.holdsSeats = holdsSeats;
  }

  /** As stored, and as clients read it. */
  public String word() {
    return word;
  }

  /** Whether its seats are sold, and its tickets good. */
  public boolean holdsSeats() {
    return holdsSeats;
  }

  /** The state that the table calls so. */
  static OrderState of(String word) {
    for (OrderState state : values()) {
      if (state.word.equals(word)) {
        return state;
      }
    }
    throw new IllegalArgumentException("there is no state of an order called " + word);
  }
}
