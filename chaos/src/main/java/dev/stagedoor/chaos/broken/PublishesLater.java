package dev.stagedoor.chaos.broken;

import dev.stagedoor.loop.Threads;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Publishes when the marks are long written. */
final class PublishesLater extends ForwardingStream {
  private static final long LATER_MILLIS = 200;

  /** Older than all there are, so that nothing looks lost. */
  private static final EntryId SOME = new EntryId("0-1");

  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(work -> Threads.platform("later", work));

  PublishesLater(JobStream to) {
    super(to);
  }

  @Override
  public List<EntryId> publish(List<Publication> batch) {
    List<Publication> kept = List.copyOf(batch);
    later.schedule(() -> super.publish(kept), LATER_MILLIS, TimeUnit.MILLISECONDS);
    return batch.stream().map(each -> SOME).toList();
  }
}
