package dev.stagedoor.relay;

/** Thrown by a test where a process would have been killed: no code of ours catches it. */
@SuppressWarnings("serial")
final class Killed extends Error {
  static Runnable here() {
    return () -> {
      throw new Killed();
    };
  }
}
