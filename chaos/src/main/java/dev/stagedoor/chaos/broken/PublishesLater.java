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
import org.jspecify.annotations.Nullable;

/** Publishes when the marks are long written. */
final class PublishesLater extends ForwardingStream {
  private static final long LATER_MILLIS = 200;

  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(work -> Threads.platform("later", work));

  /** The newest that there is: as a mark, it makes nothing look lost. */
  private @Nullable EntryId newest;

  PublishesLater(JobStream to) {
    super(to);
  }

  @Override
  public synchronized List<EntryId> publish(List<Publication> batch) {
    EntryId mark = newest;
    if (mark == null) {
      return now(batch);
    }
    List<Publication> kept = List.copyOf(batch);
    later.schedule(() -> now(kept), LATER_MILLIS, TimeUnit.MILLISECONDS);
    return batch.stream().map(each -> mark).toList();
  }

  private synchronized List<EntryId> now(List<Publication> batch) {
    List<EntryId> published = super.publish(batch);
    newest = published.get(published.size() - 1);
    return published;
  }
}
