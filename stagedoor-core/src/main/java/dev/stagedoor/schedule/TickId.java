package dev.stagedoor.schedule;

import dev.stagedoor.job.JobId;
import dev.stagedoor.outbox.MintedId;
import java.nio.ByteBuffer;
import java.time.Instant;

/** The id of a tick's job: made from the schedule's name and the tick, with the tick's time. */
final class TickId {
  private TickId() {}

  static JobId mint(String schedule, Instant tick) {
    return mint("tick", schedule, tick);
  }

  /** Of a job that a person asked for; never the id of a tick at the same instant. */
  static JobId mintRunNow(String schedule, Instant now) {
    return mint("run now", schedule, now);
  }

  private static JobId mint(String why, String schedule, Instant tick) {
    long millis = tick.toEpochMilli();
    return MintedId.of(millis, ByteBuffer.allocate(8).putLong(millis).flip(), why, schedule);
  }
}
