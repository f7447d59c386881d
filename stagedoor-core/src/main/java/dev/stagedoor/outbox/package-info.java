/**
 * The outbox: the truth about every job. Enqueue, cancel, redrive, and every statement that moves a
 * row.
 */
@NullMarked
package dev.stagedoor.outbox;

import org.jspecify.annotations.NullMarked;
