package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.process.Voice;

/** The names in the lines between the demo and its processes. */
final class Line {
  // from a process
  static final String EVENT = Voice.EVENT;
  static final String READY = Voice.READY;
  static final String REFUSED = "refused";
  static final String ARMED = "armed";
  static final String WAITING = "waiting";
  static final String DELIVERED = "delivered";
  static final String STARTED = "started";
  static final String RETURNED = "returned";
  static final String ABSORBED = "absorbed";
  static final String MOVED = "moved";
  static final String PUBLISHED = "published";
  static final String SENDING = "sending";
  static final String PRINTED = "printed";

  // to a process
  static final String WORD = "word";
  static final String ARM = "arm";
  static final String GO = "go";
  static final String DISARM = "disarm";

  private Line() {}
}
