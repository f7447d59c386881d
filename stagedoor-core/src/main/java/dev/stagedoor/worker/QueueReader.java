package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.loop.Duty;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/**
 * Brings entries of one queue into hand: read where nobody has read them, and reclaimed where
 * nobody extends them. Takes room first, so it never holds more than it may.
 */
final class QueueReader {
  private static final Duration BLOCK = Duration.ofSeconds(1);
  private static final long ROOM_WAIT_MILLIS = 100;

  private final String queue;
  private final String worker;
  private final JobStream stream;
  private final InHand inHand;
  private final BlockingQueue<Held> waiting;
  private final Duration reclaimAfter;
  private final JobListener events;

  QueueReader(
      String queue,
      String worker,
      JobStream stream,
      InHand inHand,
      BlockingQueue<Held> waiting,
      Duration reclaimAfter,
      JobListener events) {
    this.queue = queue;
    this.worker = worker;
    this.stream = stream;
    this.inHand = inHand;
    this.waiting = waiting;
    this.reclaimAfter = reclaimAfter;
    this.events = events;
  }

  /** Reads new entries; waits up to a second for the first, so it never asks for a pause. */
  Duty reading(int atMost) {
    return () -> {
      bring(atMost, n -> stream.read(queue, worker, n, BLOCK));
      return 1;
    };
  }

  /**
   * Takes over what was left for the reclaim time; then drops the names of consumers that are long
   * gone and hold nothing.
   */
  Duty reclaiming(int atMost) {
    return () -> {
      int brought = bring(atMost, n -> stream.reclaim(queue, worker, reclaimAfter, n));
      stream.dropIdleConsumers(queue, reclaimAfter.multipliedBy(10));
      return brought;
    };
  }

  private interface Source {
    List<Delivery> take(int atMost);
  }

  private int bring(int atMost, Source source) throws InterruptedException {
    int room = inHand.takeRoom(atMost, ROOM_WAIT_MILLIS);
    if (room == 0) {
      return 0;
    }
    int used = 0;
    try {
      for (Delivery delivery : source.take(room)) {
        used += hold(delivery);
      }
    } finally {
      inHand.giveBack(room - used);
    }
    return used;
  }

  /** How much room it took: none where nothing can be done with the entry but settle it. */
  private int hold(Delivery delivery) {
    if (delivery.entry() == null) {
      stream.settle(queue, List.of(delivery.entryId()));
      events.on(new JobEvent.UnreadableEntry(queue, delivery.entryId().value(), worker));
      return 0;
    }
    Held held = new Held(queue, delivery);
    if (inHand.add(held)) {
      waiting.add(held);
    }
    return 1;
  }
}
