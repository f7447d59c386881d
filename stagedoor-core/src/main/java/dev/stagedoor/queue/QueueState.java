package dev.stagedoor.queue;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A queue that somebody has paused or limited.
 *
 * @param pausedAt since when it is paused; empty: it is not
 * @param limit how many of its jobs may be published and not ended; empty: as many as fit
 * @param rate how many are published in a span of time; empty: as many as there are
 */
public record QueueState(
    String queue, Optional<Instant> pausedAt, OptionalInt limit, Optional<Rate> rate) {}
