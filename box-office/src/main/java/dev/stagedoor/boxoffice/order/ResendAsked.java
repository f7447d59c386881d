package dev.stagedoor.boxoffice.order;

/** What became of a request to mail tickets once more. Only the first of these changed anything. */
public sealed interface ResendAsked
    permits ResendAsked.Now,
        KeyMet,
        ResendAsked.NoSuchOrder,
        ResendAsked.TicketsVoid,
        ResendAsked.NotRendered {
  /** The request, its job and the key are committed; the mail follows. */
  record Now(Reply reply) implements ResendAsked {}

  record NoSuchOrder() implements ResendAsked {}

  /** Its tickets open no door any more. */
  record TicketsVoid(OrderState state) implements ResendAsked {}

  /** Its tickets are not stored yet, so the first mail is still to come. */
  record NotRendered(OrderState state) implements ResendAsked {}
}
