package dev.stagedoor.chaos.crew;

/** The names in the lines between the suite and its processes. */
final class Says {
  // from a process
  static final String STARTED = "started";
  static final String MOVED = "moved";
  static final String LOSS = "loss";
  static final String TRAPPED = "trapped";

  // to a process
  static final String WORD = "word";
  static final String TRAP = "trap";
  static final String CUT_OFF = "cut off";

  private Says() {}
}
