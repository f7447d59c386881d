/**
 * Reads entries, runs handlers, completes rows, settles entries; heartbeats, reclaims, times out.
 */
@NullMarked
package dev.stagedoor.worker;

import org.jspecify.annotations.NullMarked;
