package dev.stagedoor.worker;

import dev.stagedoor.event.RunRef;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.StreamEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry that this process has read and not settled: it is extended, started or not, until it is
 * settled, lost, or its run has timed out.
 */
final class Held {
  private final String queue;
  private final Delivery delivery;
  private final StreamEntry entry;
  private volatile boolean lost;
  private volatile boolean extended = true;
  private volatile @Nullable ActiveRun<?> run;

  Held(String queue, Delivery delivery) {
    this.queue = queue;
    this.delivery = delivery;
    this.entry = Objects.requireNonNull(delivery.entry(), "an entry without an id is not held");
  }

  String queue() {
    return queue;
  }

  EntryId entryId() {
    return delivery.entryId();
  }

  StreamEntry entry() {
    return entry;
  }

  /** A run of it, as this worker names it. */
  RunRef ref(int run, String worker) {
    return new RunRef(
        entry.jobId(), entry.type(), queue, entry.attempt(), run, worker, entryId().value());
  }

  @Nullable String reclaimedFrom() {
    return delivery.reclaimedFrom();
  }

  /** The run that it became, if it has been started. */
  @Nullable ActiveRun<?> run() {
    return run;
  }

  void startedAs(ActiveRun<?> started) {
    run = started;
  }

  /** Whether heartbeats extend it. */
  boolean isExtended() {
    return extended && !lost;
  }

  void stopExtending() {
    extended = false;
  }

  /** Whether it went to another worker. */
  boolean isLost() {
    return lost;
  }

  void lose() {
    lost = true;
  }
}
