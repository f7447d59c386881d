package dev.stagedoor.stream;

import java.util.Set;

/**
 * The answer to an extend. What is in neither set is the asking consumer's own, its idle time zero.
 *
 * @param lost entries that somebody else has taken over or settled: their runs are superseded
 * @param gone entries that went with their stream or group, which is missing or was made anew since
 *     they were read, or whose data was deleted: nobody took them over, so nothing is known of
 *     owners
 */
public record Extended(Set<EntryId> lost, Set<EntryId> gone) {
  public Extended {
    lost = Set.copyOf(lost);
    gone = Set.copyOf(gone);
  }

  /** Whether this entry, one of those asked for, is still pending for the asking consumer. */
  public boolean mine(EntryId entry) {
    return !lost.contains(entry) && !gone.contains(entry);
  }
}
