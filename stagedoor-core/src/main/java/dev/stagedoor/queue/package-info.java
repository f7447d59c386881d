/**
 * Queues as operators see them: paused, limited. Kept in PostgreSQL, so a stream that loses
 * everything forgets none of it; enforced where rows are published.
 */
@NullMarked
package dev.stagedoor.queue;

import org.jspecify.annotations.NullMarked;
