package dev.stagedoor.worker;

import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;

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

  @Override
  public void rename() {
    throw new AssertionError("a shared stream is never renamed");
  }

  @Override
  public void close() {
    // whoever made the stream closes it
  }
}
