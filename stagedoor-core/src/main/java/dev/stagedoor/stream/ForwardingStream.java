package dev.stagedoor.stream;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Gives every call on to another stream: the base of a decorator, which overrides what it watches
 * or changes. Whoever closes the decorator closes the stream below. As thread-safe as that one.
 */
public abstract class ForwardingStream implements JobStream {
  private final JobStream to;

  protected ForwardingStream(JobStream to) {
    this.to = Objects.requireNonNull(to, "to");
  }

  @Override
  public String name() {
    return to.name();
  }

  @Override
  public boolean inProcess() {
    return to.inProcess();
  }

  @Override
  public void rename() {
    to.rename();
  }

  @Override
  public List<EntryId> publish(List<Publication> batch) {
    return to.publish(batch);
  }

  @Override
  public long depth(String queue) {
    return to.depth(queue);
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    return to.read(queue, consumer, atMost, block);
  }

  @Override
  public void settle(String queue, Collection<EntryId> entries) {
    to.settle(queue, entries);
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    return to.extend(queue, consumer, entries);
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    return to.reclaim(queue, consumer, idle, atMost);
  }

  @Override
  public Set<EntryId> alive(String queue, Collection<EntryId> entries) {
    return to.alive(queue, entries);
  }

  @Override
  public int dropIdleConsumers(String queue, Duration idle) {
    return to.dropIdleConsumers(queue, idle);
  }

  @Override
  public void leave(String queue, String consumer) {
    to.leave(queue, consumer);
  }

  @Override
  public Optional<String> suspectLoss(long epoch, Map<String, EntryId> newestMarks) {
    return to.suspectLoss(epoch, newestMarks);
  }

  @Override
  public void beginEpoch(long epoch) {
    to.beginEpoch(epoch);
  }

  @Override
  public List<Unfit> unfit() {
    return to.unfit();
  }

  @Override
  public void close() {
    to.close();
  }
}
