package dev.stagedoor.chaos.crew;

import dev.stagedoor.boxoffice.process.Voice;
import org.jspecify.annotations.Nullable;

/** Holds the thread that passes a boundary once it is set, so that the process dies there. */
final class Trap {
  private final Voice voice;
  private @Nullable Boundary at;
  private int passages;

  Trap(Voice voice) {
    this.voice = voice;
  }

  /**
   * Sets it.
   *
   * @param passage which passage from now on is the last: 1 for the next one
   */
  synchronized void set(Boundary boundary, int passage) {
    at = boundary;
    passages = passage;
  }

  /** Says so, and waits for ever, if it is set here. */
  void pass(Boundary boundary) {
    if (isSprung(boundary)) {
      voice.say(Voice.event(Says.TRAPPED).put("at", boundary.name()));
      awaitEnd();
    }
  }

  private synchronized boolean isSprung(Boundary boundary) {
    return at == boundary && --passages == 0;
  }

  private synchronized void awaitEnd() {
    while (true) {
      try {
        wait();
      } catch (InterruptedException e) {
        // a time-out of the run, say: this thread goes no further
      }
    }
  }
}
