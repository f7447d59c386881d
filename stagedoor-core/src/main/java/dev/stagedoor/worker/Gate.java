package dev.stagedoor.worker;

import java.util.concurrent.Semaphore;

/**
 * Lets many runs of this process go side by side, and a suspect alone: a job that has seen three
 * deaths runs when nothing else does, so that the next death says who the killer is. Fair, so that
 * a suspect gets its turn. Thread-safe.
 */
final class Gate {
  private final int places;
  private final Semaphore semaphore;

  Gate(int places) {
    this.places = places;
    this.semaphore = new Semaphore(places, true);
  }

  /** Waits for a place, or for all of them. */
  Pass enter(boolean alone) throws InterruptedException {
    int taken = alone ? places : 1;
    semaphore.acquire(taken);
    return new Pass(semaphore, taken);
  }

  /** A place, given back once by whoever ends the run: its slot, or the watchdog. */
  static final class Pass {
    /** Of a run that shares its slot with others: the place is given back with the slot. */
    static final Pass NONE = new Pass(new Semaphore(0), 0);

    private final Semaphore semaphore;
    private int taken;

    private Pass(Semaphore semaphore, int taken) {
      this.semaphore = semaphore;
      this.taken = taken;
    }

    synchronized void giveBack() {
      semaphore.release(taken);
      taken = 0;
    }
  }
}
