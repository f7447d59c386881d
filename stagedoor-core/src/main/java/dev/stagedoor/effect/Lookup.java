package dev.stagedoor.effect;

/** Asks the provider what became of a send whose reply was lost. Must be thread-safe. */
@FunctionalInterface
public interface Lookup {
  Answer find(IdempotencyKey key) throws Exception;

  /** What the provider says. */
  sealed interface Answer {}

  /** The effect is there. */
  record Happened(String reference) implements Answer {}

  /** The provider is sure that it did not happen and will not. */
  record DidNotHappen() implements Answer {}

  /** The provider does not say. */
  record CannotTell(String why) implements Answer {}
}
