package dev.stagedoor.loop;

import java.util.UUID;

/**
 * The one seam for random names: workers, local streams. Never for job ids, which the database
 * mints. Thread-safe.
 */
@FunctionalInterface
public interface Ids {
  /** Random (version 4) ids. */
  Ids RANDOM = UUID::randomUUID;

  /** A new id, never handed out before. */
  UUID next();
}
