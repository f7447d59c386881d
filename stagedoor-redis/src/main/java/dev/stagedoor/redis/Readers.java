package dev.stagedoor.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of blocking reads: one for each queue and consumer, since a blocked connection
 * serves nobody else.
 */
final class Readers {
  private final Connector connector;
  private final Map<Reader, Link> links = new ConcurrentHashMap<>();

  private record Reader(String queue, String consumer) {}

  Readers(Connector connector) {
    this.connector = connector;
  }

  Link of(String queue, String consumer) {
    return links.computeIfAbsent(new Reader(queue, consumer), reader -> connector.link());
  }

  void leave(String queue, String consumer) {
    Link link = links.remove(new Reader(queue, consumer));
    if (link != null) {
      link.close();
    }
  }

  /** Ends every read that waits. */
  void end() {
    links.values().forEach(Link::end);
  }
}
