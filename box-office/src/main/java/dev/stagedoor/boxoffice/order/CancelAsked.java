package dev.stagedoor.boxoffice.order;

/** What became of a request to cancel an order. */
public sealed interface CancelAsked {
  /** It is cancelled, now or before: its seats are free. */
  record Done() implements CancelAsked {}

  record NoSuchOrder() implements CancelAsked {}

  /** It is too late for that. */
  record TooLate(OrderState state) implements CancelAsked {}
}
