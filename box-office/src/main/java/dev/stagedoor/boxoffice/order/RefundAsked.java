package dev.stagedoor.boxoffice.order;

/** What became of a request for a refund. Only the first of these changed anything. */
public sealed interface RefundAsked
    permits RefundAsked.Now,
        KeyMet,
        RefundAsked.NoSuchOrder,
        RefundAsked.NotCaptured,
        RefundAsked.OtherCurrency,
        RefundAsked.TooMuch {
  /** The refund, its job and the key are committed; the money follows. */
  record Now(Reply reply) implements RefundAsked {}

  record NoSuchOrder() implements RefundAsked {}

  /** Nothing was captured for it. */
  record NotCaptured(OrderState state) implements RefundAsked {}

  /** It was paid in another. */
  record OtherCurrency(Money captured) implements RefundAsked {}

  /**
   * More than what is left.
   *
   * @param left of what was captured, with all other refunds that were asked for taken off
   */
  record TooMuch(Money left) implements RefundAsked {}
}
