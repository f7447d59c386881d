package dev.stagedoor.job;

/**
 * The answer to an enqueue.
 *
 * @param id the job's identity
 * @param existing true if no row was written because the intent is known: a live or parked job has
 *     the same unique key, or an earlier run of the parent has enqueued this child
 */
public record Enqueued(JobId id, boolean existing) {}
