package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.ticket.TicketKey;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import java.io.IOException;
import java.util.Optional;

/** Tells of every PDF that was rendered and brought to the store. Changes nothing. */
final class WatchedStore implements TicketStore {
  private final TicketStore store;
  private final Voice voice;

  WatchedStore(TicketStore store, Voice voice) {
    this.store = store;
    this.voice = voice;
  }

  @Override
  public Put putIfAbsent(TicketKey key, byte[] bytes) throws IOException {
    Put put = store.putIfAbsent(key, bytes);
    voice.say(Voice.event(Line.STORED).put("key", key.value()).put("put", put.name()));
    return put;
  }

  @Override
  public Optional<byte[]> get(TicketKey key) throws IOException {
    return store.get(key);
  }

  @Override
  public long count() throws IOException {
    return store.count();
  }
}
