package dev.stagedoor.schedule;

import java.time.Instant;
import java.util.Optional;

/**
 * A schedule as it stands in the database.
 *
 * @param expression a cron line, or an interval in ISO 8601 where there is no zone
 * @param lastTick every tick up to here was enqueued, or is not wanted
 * @param nextTick the next tick; right after a start or a resume, for a moment, the time of that
 */
public record Schedule(
    String name,
    String type,
    String queue,
    String expression,
    Optional<String> zone,
    Missed missed,
    Instant lastTick,
    Instant nextTick,
    boolean paused,
    Instant updatedAt) {}
