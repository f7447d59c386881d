package dev.stagedoor.stream;

import java.util.Set;

/**
 * The answer to an extend.
 *
 * @param lost entries that are not pending for the asking consumer any more
 * @param streamLost the whole stream or group is gone, so {@code lost} says nothing about owners
 */
public record Extended(Set<EntryId> lost, boolean streamLost) {}
