package dev.stagedoor.stream;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * One queue of a {@link LocalStream}: what nobody has read, what is pending and for whom. Every
 * method is called under the stream's lock, and told the stream's present instant.
 */
final class LocalQueue {
  /** Signalled when an entry arrives or the stream closes. */
  final Condition arrived;

  private final Map<EntryId, StreamEntry> unread = new LinkedHashMap<>();
  private final Map<EntryId, Held> pending = new LinkedHashMap<>();
  private final Map<String, Long> seen = new HashMap<>();

  /** The last entry id before this queue was made; null while it is missing. */
  private @Nullable EntryId born;

  private record Held(StreamEntry entry, String consumer, long since) {}

  LocalQueue(Condition arrived) {
    this.arrived = arrived;
  }

  /** Whether the queue was there already when this entry arrived. */
  boolean hasSeen(EntryId id) {
    return born != null && id.compareTo(born) > 0;
  }

  /** Makes the queue if it is missing. */
  void make(EntryId last) {
    if (born == null) {
      born = last;
    }
  }

  void lose() {
    unread.clear();
    pending.clear();
    seen.clear();
    born = null;
  }

  boolean hasUnread() {
    return !unread.isEmpty();
  }

  long depth() {
    return unread.size() + (long) pending.size();
  }

  void add(EntryId id, Publication publication) {
    if (publication.replaces() != null) {
      settle(publication.replaces());
    }
    unread.put(id, publication.entry());
  }

  void settle(EntryId id) {
    unread.remove(id);
    pending.remove(id);
  }

  List<Delivery> read(String consumer, int atMost, long now) {
    seen.put(consumer, now);
    List<Delivery> deliveries = new ArrayList<>();
    Iterator<Map.Entry<EntryId, StreamEntry>> oldest = unread.entrySet().iterator();
    while (oldest.hasNext() && deliveries.size() < atMost) {
      Map.Entry<EntryId, StreamEntry> next = oldest.next();
      oldest.remove();
      pending.put(next.getKey(), new Held(next.getValue(), consumer, now));
      deliveries.add(new Delivery(next.getKey(), next.getValue(), null));
    }
    return deliveries;
  }

  List<Delivery> reclaim(String consumer, long idle, int atMost, long now) {
    seen.put(consumer, now);
    List<Delivery> deliveries = new ArrayList<>();
    for (Map.Entry<EntryId, Held> each : pending.entrySet()) {
      Held held = each.getValue();
      if (deliveries.size() < atMost && now - held.since() >= idle) {
        each.setValue(new Held(held.entry(), consumer, now));
        deliveries.add(new Delivery(each.getKey(), held.entry(), held.consumer()));
      }
    }
    return deliveries;
  }

  Extended extend(String consumer, Collection<EntryId> entries, long now) {
    Set<EntryId> lost = new HashSet<>();
    Set<EntryId> gone = new HashSet<>();
    for (EntryId id : entries) {
      Held held = pending.get(id);
      if (held != null && held.consumer().equals(consumer)) {
        pending.put(id, new Held(held.entry(), consumer, now));
        seen.put(consumer, now);
      } else {
        (hasSeen(id) ? lost : gone).add(id);
      }
    }
    return new Extended(lost, gone);
  }

  boolean isAlive(EntryId id) {
    return unread.containsKey(id) || pending.containsKey(id);
  }

  int dropIdleConsumers(long idle, long now) {
    int before = seen.size();
    seen.entrySet().removeIf(each -> now - each.getValue() >= idle && !holds(each.getKey()));
    return before - seen.size();
  }

  void leave(String consumer) {
    if (!holds(consumer)) {
      seen.remove(consumer);
    }
  }

  private boolean holds(String consumer) {
    return pending.values().stream().anyMatch(held -> held.consumer().equals(consumer));
  }
}
