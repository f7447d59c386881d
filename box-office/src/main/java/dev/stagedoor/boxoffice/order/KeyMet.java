package dev.stagedoor.boxoffice.order;

/**
 * What a request met at its client's key before anything of it was looked at. It changed nothing.
 */
public sealed interface KeyMet extends Placed, RefundAsked, ResendAsked {
  /** The same request was answered before; this is that answer. */
  record Before(Reply reply) implements KeyMet {}

  /** The first request under the key is under way. */
  record StillRunning() implements KeyMet {}

  /** The key was used for another request. */
  record OtherRequest() implements KeyMet {}
}
