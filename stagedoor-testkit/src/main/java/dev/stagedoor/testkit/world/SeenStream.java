package dev.stagedoor.testkit.world;

import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamUnavailable;
import dev.stagedoor.testkit.world.Boundary.Kind;
import java.util.Collection;
import java.util.List;

/** The stream as a run sees it: what it tells the stream is a boundary. */
final class SeenStream extends ForwardingStream {
  private final Stops stops;

  SeenStream(JobStream to, Stops stops) {
    super(to);
    this.stops = stops;
  }

  @Override
  public void settle(String queue, Collection<EntryId> entries) {
    Order order = stops.reach(boundary(Kind.ACK, "settle"));
    super.settle(queue, entries);
    told(order);
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    Order order = stops.reach(boundary(Kind.STREAM, "extend"));
    Extended extended = super.extend(queue, consumer, entries);
    told(order);
    return extended;
  }

  private void told(Order order) {
    if (order instanceof Order.Lose) {
      stops.happened(Outcome.REPLY_LOST);
      throw new StreamUnavailable("the reply was lost", null);
    }
    stops.happened(Outcome.DONE);
  }

  private static Boundary boundary(Kind kind, String label) {
    return new Boundary(kind, label, "", Footprint.STREAM, true, List.of());
  }
}
