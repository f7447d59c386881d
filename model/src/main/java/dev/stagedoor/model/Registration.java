package dev.stagedoor.model;

/** The name of a stream: registered in PostgreSQL, and in the hands of a process or of all. */
final class Registration {
  static final int NOBODY = -1;

  /** The process whose memory it is in; 0 for a shared one. */
  int process = NOBODY;

  boolean registered;

  /** Something speaks for it that the stream has lost entries. */
  boolean suspect;

  boolean isFree() {
    return process == NOBODY && !registered;
  }

  Registration copy() {
    Registration copy = new Registration();
    copy.process = process;
    copy.registered = registered;
    copy.suspect = suspect;
    return copy;
  }

  void pass(Bits bits, Scenario scenario) {
    process = bits.between(NOBODY, process, scenario.workers() - 1);
    registered = bits.flag(registered);
    suspect = bits.flag(suspect);
  }
}
