package dev.stagedoor.stream;

import org.jspecify.annotations.Nullable;

/**
 * An entry to publish.
 *
 * @param replaces an orphaned entry, settled in the same atomic step; null for none
 */
public record Publication(StreamEntry entry, @Nullable EntryId replaces) {}
