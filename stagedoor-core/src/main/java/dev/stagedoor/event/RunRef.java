package dev.stagedoor.event;

import dev.stagedoor.job.JobId;

/**
 * Which run an event tells of.
 *
 * @param attempt the fence: goes up with every rewrite of the row
 * @param run redeliveries of that attempt; 0 for the first delivery
 * @param worker the worker's name, which is also its consumer name in the stream
 * @param entryId where the entry stands in the stream; never an identity
 */
public record RunRef(
    JobId jobId, String type, String queue, int attempt, int run, String worker, String entryId) {}
