package dev.stagedoor.testkit.contract;

import dev.stagedoor.loop.Ids;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.LocalStream;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

class LocalStreamContractTest extends JobStreamContract {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000); // overflows soon
  private final LocalStream stream = LocalStream.inThisProcess(nanos::get, Ids.RANDOM);

  @Override
  public JobStream stream() {
    return stream;
  }

  @Override
  public List<JobStream> clients(int count) {
    return Collections.nCopies(count, stream);
  }

  @Override
  public void passIdle(Duration idle) {
    nanos.addAndGet(idle.toNanos());
  }

  @Override
  public Duration passConsumerIdle() {
    passIdle(idle());
    return idle();
  }

  @Override
  public void loseEverything() {
    stream.wipe();
  }
}
