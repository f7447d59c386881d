/**
 * The stream on Redis, 6.2 or newer. Promises what {@link dev.stagedoor.stream.JobStream} promises,
 * and no durability: whatever Redis loses, the outbox publishes again.
 */
@NullMarked
package dev.stagedoor.redis;

import org.jspecify.annotations.NullMarked;
