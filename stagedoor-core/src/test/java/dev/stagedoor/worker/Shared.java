package dev.stagedoor.worker;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.List;

/**
 * Several Stagedoors of one test on one stream, as if it were a server: closing one leaves it open,
 * and nobody takes another name. The base of the decorators that break something.
 */
class Shared extends ForwardingStream {
  Shared(JobStream to) {
    super(to);
  }

  @Override
  public boolean inProcess() {
    return false;
  }

  /** Waits for a moment only: a worker closes when its read has ended. */
  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    return super.read(queue, consumer, atMost, block.dividedBy(20));
  }

  @Override
  public void rename() {
    throw new AssertionError("a shared stream is never renamed");
  }

  @Override
  public void close() {
    // whoever made the stream closes it
  }
}
