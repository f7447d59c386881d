package dev.stagedoor.worker;

import dev.stagedoor.stream.EntryId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * What a worker holds of one queue, bounded: reading takes room first, and only what is settled or
 * left gives it back. So memory is bounded, and a slow handler slows reading, not the heap.
 * Thread-safe.
 */
final class InHand {
  private final Map<EntryId, Held> held = new ConcurrentHashMap<>();
  private final Semaphore room;

  InHand(int atMost) {
    room = new Semaphore(atMost);
  }

  /** Takes room for as many as there is, at most {@code wish}; waits a little for the first. */
  int takeRoom(int wish, long waitMillis) throws InterruptedException {
    if (!room.tryAcquire(waitMillis, TimeUnit.MILLISECONDS)) {
      return 0;
    }
    int taken = 1;
    while (taken < wish && room.tryAcquire()) {
      taken++;
    }
    return taken;
  }

  void giveBack(int places) {
    room.release(places);
  }

  /**
   * Holds an entry for which room was taken. False, and the room is given back, if it is held and
   * extended already: this process has reclaimed its own, late. One that is not extended
   * (heartbeats off, or timed out) is a run that may have a twin, here as well as elsewhere.
   */
  boolean add(Held entry) {
    Held before = held.get(entry.entryId());
    if (before != null && before.isExtended()) {
      room.release();
      return false;
    }
    if (held.put(entry.entryId(), entry) != null) {
      room.release();
    }
    return true;
  }

  /** Whether this very delivery is held, and not a later one of its entry. */
  boolean holds(Held entry) {
    return held.get(entry.entryId()) == entry;
  }

  /** Lets go; does nothing the second time. */
  void remove(Held entry) {
    if (held.remove(entry.entryId(), entry)) {
      room.release();
    }
  }

  List<Held> all() {
    return new ArrayList<>(held.values());
  }

  boolean isEmpty() {
    return held.isEmpty();
  }
}
