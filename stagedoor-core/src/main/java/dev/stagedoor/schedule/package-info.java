/**
 * Recurring jobs: when a schedule ticks, and one job in the outbox for each tick, however many
 * processes look. Promises no more of a tick's job than of any other: it is delivered at least once
 * and may start late.
 */
@NullMarked
package dev.stagedoor.schedule;

import org.jspecify.annotations.NullMarked;
