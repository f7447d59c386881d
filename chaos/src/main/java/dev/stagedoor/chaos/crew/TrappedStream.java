package dev.stagedoor.chaos.crew;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * The boundaries that no event tells of: entries have come, and nobody knows of them yet. And a
 * stream that this process alone may lose.
 */
final class TrappedStream extends ForwardingStream {
  private final Trap trap;
  private final CutOff cutOff;

  TrappedStream(JobStream to, Trap trap, CutOff cutOff) {
    super(to);
    this.trap = trap;
    this.cutOff = cutOff;
  }

  @Override
  public void settle(String queue, Collection<EntryId> entries) {
    cutOff.pass();
    super.settle(queue, entries);
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    cutOff.pass();
    return super.extend(queue, consumer, entries);
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    cutOff.pass();
    return passed(Boundary.READ, super.read(queue, consumer, atMost, block));
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    cutOff.pass();
    return passed(Boundary.RECLAIMED, super.reclaim(queue, consumer, idle, atMost));
  }

  private List<Delivery> passed(Boundary boundary, List<Delivery> deliveries) {
    if (!deliveries.isEmpty()) {
      trap.pass(boundary);
    }
    return deliveries;
  }
}
