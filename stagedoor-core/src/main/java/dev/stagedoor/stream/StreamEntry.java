package dev.stagedoor.stream;

import dev.stagedoor.job.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What travels from relay to worker: a copy of what a run needs, so that the first delivery reads
 * nothing. The row stays the truth.
 *
 * @param attempt the row's attempt when it was published
 * @param again published again after a mark was doubted: the worker counts the run before it starts
 * @param payload the stored text, or null where the entry's bytes were not text: the row's is read
 * @param tick of a recurring job
 */
public record StreamEntry(
    JobId jobId,
    String queue,
    String type,
    int attempt,
    int round,
    boolean again,
    @Nullable String payload,
    @Nullable Instant tick,
    @Nullable String requestId,
    @Nullable String traceparent) {}
