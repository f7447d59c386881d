package dev.stagedoor.boxoffice;

import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import java.util.List;

/** A relay that dies between publishing and marking, each time: two entries, one job. */
public final class PublishedTwice extends ForwardingStream {
  public PublishedTwice(JobStream stream) {
    super(stream);
  }

  @Override
  public List<EntryId> publish(List<Publication> batch) {
    List<EntryId> first = super.publish(batch);
    super.publish(batch);
    return first;
  }
}
