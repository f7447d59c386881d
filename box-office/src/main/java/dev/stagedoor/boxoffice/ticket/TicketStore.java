package dev.stagedoor.boxoffice.ticket;

import java.io.IOException;
import java.util.Optional;

/**
 * Where tickets lie. The first put under a key wins; nothing is ever replaced or deleted, so a key
 * that was written down stays true. Thread-safe, and safe for any number of processes at once.
 */
public interface TicketStore {
  /** The answer to a put. */
  enum Put {
    /** These bytes are stored. */
    STORED,
    /** The key was taken: what lies there stays, and these bytes were dropped. */
    EXISTING
  }

  /**
   * Stores the bytes, unless something lies under the key. After it returned, whoever asks gets the
   * whole of what was put first, also after a loss of power.
   *
   * @throws IOException if it may or may not be stored; the same put again finds out
   */
  Put putIfAbsent(TicketKey key, byte[] bytes) throws IOException;

  /** What lies under the key: whole, or empty for nothing. */
  Optional<byte[]> get(TicketKey key) throws IOException;

  /** How many objects there are. */
  long count() throws IOException;
}
