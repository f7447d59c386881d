package dev.stagedoor.worker;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamUnavailable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * What a process sees of the stream that is cut off from it, or stopped: while frozen, it cannot
 * extend, read, reclaim or settle. Its handlers' threads go on, as those of a zombie do.
 */
final class Frozen extends Shared {
  private volatile boolean frozen;

  Frozen(JobStream to) {
    super(to);
  }

  void freeze() {
    frozen = true;
  }

  void thaw() {
    frozen = false;
  }

  private void check() {
    if (frozen) {
      throw new StreamUnavailable("cut off", null);
    }
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    check();
    return super.read(queue, consumer, atMost, frozen ? Duration.ZERO : Duration.ofMillis(20));
  }

  @Override
  public void settle(String queue, Collection<EntryId> entries) {
    check();
    super.settle(queue, entries);
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    check();
    return super.extend(queue, consumer, entries);
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    check();
    return super.reclaim(queue, consumer, idle, atMost);
  }
}
