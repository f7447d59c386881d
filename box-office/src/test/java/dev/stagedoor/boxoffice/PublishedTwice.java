package dev.stagedoor.boxoffice;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.Unfit;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A relay that dies between publishing and marking, each time: two entries, one job. */
public record PublishedTwice(JobStream stream) implements JobStream {
  @Override
  public List<EntryId> publish(List<Publication> batch) {
    List<EntryId> first = stream.publish(batch);
    stream.publish(batch);
    return first;
  }

  @Override
  public String name() {
    return stream.name();
  }

  @Override
  public boolean inProcess() {
    return stream.inProcess();
  }

  @Override
  public void rename() {
    stream.rename();
  }

  @Override
  public long depth(String queue) {
    return stream.depth(queue);
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    return stream.read(queue, consumer, atMost, block);
  }

  @Override
  public void settle(String queue, Collection<EntryId> entries) {
    stream.settle(queue, entries);
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    return stream.extend(queue, consumer, entries);
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    return stream.reclaim(queue, consumer, idle, atMost);
  }

  @Override
  public Set<EntryId> alive(String queue, Collection<EntryId> entries) {
    return stream.alive(queue, entries);
  }

  @Override
  public int dropIdleConsumers(String queue, Duration idle) {
    return stream.dropIdleConsumers(queue, idle);
  }

  @Override
  public void leave(String queue, String consumer) {
    stream.leave(queue, consumer);
  }

  @Override
  public Optional<String> suspectLoss(long epoch, Map<String, EntryId> newestMarks) {
    return stream.suspectLoss(epoch, newestMarks);
  }

  @Override
  public void beginEpoch(long epoch) {
    stream.beginEpoch(epoch);
  }

  @Override
  public List<Unfit> unfit() {
    return stream.unfit();
  }

  @Override
  public void close() {
    stream.close();
  }
}
