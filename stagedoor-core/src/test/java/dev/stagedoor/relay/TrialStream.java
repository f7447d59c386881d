package dev.stagedoor.relay;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.Unfit;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** A real stream in this process on which a test can do something at a point, and loses things. */
final class TrialStream implements JobStream {
  final LocalStream real;
  final Queue<Publication> published = new ConcurrentLinkedQueue<>();
  volatile UnaryOperator<List<Publication>> beforePublish = UnaryOperator.identity();
  volatile Runnable afterPublish = () -> {};
  volatile Runnable beforeAlive = () -> {};
  volatile Runnable afterAlive = () -> {};
  volatile Runnable beforeBegin = () -> {};
  volatile boolean shared;

  /** Whatever it loses, it says nothing. */
  volatile boolean unsuspecting;

  /** Its entries are there and nobody will read them, as after a consumer was deleted with them. */
  volatile boolean orphans;

  TrialStream() {
    this(LocalStream.inThisProcess());
  }

  TrialStream(LocalStream real) {
    this.real = real;
  }

  @Override
  public List<EntryId> publish(List<Publication> batch) {
    List<Publication> given = beforePublish.apply(batch);
    List<EntryId> entries = real.publish(given);
    published.addAll(given);
    afterPublish.run();
    return entries;
  }

  @Override
  public Set<EntryId> alive(String queue, Collection<EntryId> entries) {
    beforeAlive.run();
    Set<EntryId> alive = orphans ? Set.of() : real.alive(queue, entries);
    afterAlive.run();
    return alive;
  }

  @Override
  public void beginEpoch(long epoch) {
    beforeBegin.run();
    real.beginEpoch(epoch);
  }

  @Override
  public boolean inProcess() {
    return !shared;
  }

  @Override
  public void rename() {
    if (!shared) {
      real.rename();
    }
  }

  @Override
  public String name() {
    return real.name();
  }

  @Override
  public long depth(String queue) {
    return real.depth(queue);
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    return real.read(queue, consumer, atMost, block);
  }

  @Override
  public void settle(String queue, Collection<EntryId> entries) {
    real.settle(queue, entries);
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    return real.extend(queue, consumer, entries);
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    return real.reclaim(queue, consumer, idle, atMost);
  }

  @Override
  public int dropIdleConsumers(String queue, Duration idle) {
    return real.dropIdleConsumers(queue, idle);
  }

  @Override
  public void leave(String queue, String consumer) {
    real.leave(queue, consumer);
  }

  @Override
  public Optional<String> suspectLoss(long epoch, Map<String, EntryId> newestMarks) {
    return unsuspecting ? Optional.empty() : real.suspectLoss(epoch, newestMarks);
  }

  @Override
  public List<Unfit> unfit() {
    return real.unfit();
  }

  @Override
  public void close() {
    real.close();
  }
}
