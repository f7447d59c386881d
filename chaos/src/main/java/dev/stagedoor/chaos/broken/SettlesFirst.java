package dev.stagedoor.chaos.broken;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.List;

/** Settles what it reads, before anything is done about it. */
final class SettlesFirst extends ForwardingStream {
  SettlesFirst(JobStream to) {
    super(to);
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    List<Delivery> deliveries = super.read(queue, consumer, atMost, block);
    settle(queue, deliveries.stream().map(Delivery::entryId).toList());
    return deliveries;
  }
}
