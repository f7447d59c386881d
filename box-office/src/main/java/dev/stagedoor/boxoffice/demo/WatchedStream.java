package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import dev.stagedoor.stream.Unfit;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Tells of every delivery, and learns which request each job comes from. Changes nothing. */
final class WatchedStream implements JobStream {
  private final JobStream stream;
  private final Requests requests;
  private final Voice voice;

  WatchedStream(JobStream stream, Requests requests, Voice voice) {
    this.stream = stream;
    this.requests = requests;
    this.voice = voice;
  }

  @Override
  public List<EntryId> publish(List<Publication> batch) {
    batch.forEach(publication -> requests.learn(publication.entry()));
    return stream.publish(batch);
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    return told(consumer, stream.read(queue, consumer, atMost, block));
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    return told(consumer, stream.reclaim(queue, consumer, idle, atMost));
  }

  private List<Delivery> told(String consumer, List<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      StreamEntry entry = delivery.entry();
      if (entry != null) {
        requests.learn(entry);
        voice.say(line(consumer, delivery, entry));
      }
    }
    return deliveries;
  }

  private static ObjectNode line(String consumer, Delivery delivery, StreamEntry entry) {
    return Voice.event(Line.DELIVERED)
        .put("worker", consumer)
        .put("job", entry.jobId().toString())
        .put("type", entry.type())
        .put("request", entry.requestId())
        .put("attempt", entry.attempt())
        .put("again", entry.again())
        .put("entry", delivery.entryId().value())
        .put("from", delivery.reclaimedFrom());
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
  public void settle(String queue, Collection<EntryId> entries) {
    stream.settle(queue, entries);
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    return stream.extend(queue, consumer, entries);
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
