package dev.stagedoor.stream;

import org.jspecify.annotations.Nullable;

/**
 * One hand-over of an entry to a worker.
 *
 * @param entry null where the entry holds no readable job id: nothing can be done with it but
 *     settle
 * @param reclaimedFrom the previous consumer, where the entry was taken over; null on a first read
 */
public record Delivery(
    EntryId entryId, @Nullable StreamEntry entry, @Nullable String reclaimedFrom) {}
