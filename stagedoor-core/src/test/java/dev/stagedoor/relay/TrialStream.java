package dev.stagedoor.relay;

import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.stream.Publication;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** A real stream in this process on which a test can do something at a point, and loses things. */
final class TrialStream extends ForwardingStream {
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
    super(real);
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
  public Optional<String> suspectLoss(long epoch, Map<String, EntryId> newestMarks) {
    return unsuspecting ? Optional.empty() : real.suspectLoss(epoch, newestMarks);
  }
}
