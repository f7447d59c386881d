package dev.stagedoor.outbox;

import dev.stagedoor.job.JobId;
import java.nio.ByteBuffer;

/**
 * Mints the id of a job that a run enqueues: every run of the parent's round mints the same for the
 * same child. Laid out as a UUIDv7 with the parent's time, so that history is kept by one clock.
 */
final class ChildId {
  private ChildId() {}

  /**
   * @param round of the parent; a job made due once more for a newer change enqueues anew
   * @param what the type's name and the payload's text
   */
  static JobId mint(JobId parent, int round, String... what) {
    long high = parent.value().getMostSignificantBits();
    ByteBuffer origin =
        ByteBuffer.allocate(20)
            .putLong(high)
            .putLong(parent.value().getLeastSignificantBits())
            .putInt(round)
            .flip();
    return MintedId.of(high >>> 16, origin, what);
  }
}
