package dev.stagedoor.chaos.broken;

import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import java.util.Collection;
import java.util.Set;

/** Extends nothing from the moment on at which its process is told to end. */
final class StopsExtending extends ForwardingStream {
  private volatile boolean ending;

  StopsExtending(JobStream to) {
    super(to);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ending = true, "stop-extending"));
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    return ending ? new Extended(Set.of(), Set.of()) : super.extend(queue, consumer, entries);
  }
}
