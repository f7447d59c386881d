package dev.stagedoor.chaos.work;

/**
 * The payload of every job here.
 *
 * @param n the task's number: what its effects are counted under
 * @param millis how long the work takes
 */
public record Task(long n, int millis) {}
