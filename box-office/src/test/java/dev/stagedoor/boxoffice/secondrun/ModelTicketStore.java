package dev.stagedoor.boxoffice.secondrun;

import dev.stagedoor.boxoffice.ticket.TicketKey;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A ticket store in memory; passes the contract of the real ones. */
public final class ModelTicketStore implements TicketStore {
  private final Map<TicketKey, byte[]> objects = new ConcurrentHashMap<>();

  /** A store where this lies already. */
  static ModelTicketStore with(TicketKey key, byte[] bytes) {
    ModelTicketStore store = new ModelTicketStore();
    store.putIfAbsent(key, bytes);
    return store;
  }

  @Override
  public Put putIfAbsent(TicketKey key, byte[] bytes) {
    return objects.putIfAbsent(key, bytes.clone()) == null ? Put.STORED : Put.EXISTING;
  }

  @Override
  public Optional<byte[]> get(TicketKey key) {
    return Optional.ofNullable(objects.get(key)).map(byte[]::clone);
  }

  @Override
  public long count() {
    return objects.size();
  }
}
