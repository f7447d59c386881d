package dev.stagedoor.chaos.crew;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.List;

/** The boundaries that no event tells of: entries have come, and nobody knows of them yet. */
final class TrappedStream extends ForwardingStream {
  private final Trap trap;

  TrappedStream(JobStream to, Trap trap) {
    super(to);
    this.trap = trap;
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    return passed(Boundary.READ, super.read(queue, consumer, atMost, block));
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    return passed(Boundary.RECLAIMED, super.reclaim(queue, consumer, idle, atMost));
  }

  private List<Delivery> passed(Boundary boundary, List<Delivery> deliveries) {
    if (!deliveries.isEmpty()) {
      trap.pass(boundary);
    }
    return deliveries;
  }
}
