/**
 * Faults on demand against real processes and servers, and a judge outside of them: whatever dies,
 * nothing is lost and nothing doubled.
 */
@NullMarked
package dev.stagedoor.chaos;

import org.jspecify.annotations.NullMarked;
