package dev.stagedoor.testkit.interleave;

/**
 * Something that is wrong with a handler.
 *
 * @param what in one line
 * @param effect the effect that it is about; empty for none
 * @param kind of that effect
 * @param count how often that effect happened
 * @param place where in the handler: lines of a stack, or the boundaries around; may be empty
 */
public record Finding(
    Verdict verdict, String what, String effect, Effect.Kind kind, long count, String place) {
  static Finding of(Verdict verdict, String what, String place) {
    return new Finding(verdict, what, "", Effect.Kind.ANY, 0, place);
  }
}
