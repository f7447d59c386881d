package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Tells of every delivery, and learns which request each job comes from. Changes nothing. */
final class WatchedStream extends ForwardingStream {
  private final Requests requests;
  private final Voice voice;

  WatchedStream(JobStream stream, Requests requests, Voice voice) {
    super(stream);
    this.requests = requests;
    this.voice = voice;
  }

  @Override
  public List<EntryId> publish(List<Publication> batch) {
    batch.forEach(publication -> requests.learn(publication.entry()));
    return super.publish(batch);
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    return told(consumer, super.read(queue, consumer, atMost, block));
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    return told(consumer, super.reclaim(queue, consumer, idle, atMost));
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
}
